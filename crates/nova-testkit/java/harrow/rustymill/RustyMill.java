package harrow.rustymill;

import java.util.Collections;
import java.util.Map;

/** A mod that fails when it begins. It lies in a jar of the mods folder, never on the game's own class path. */
public final class RustyMill implements Runnable {
    private final Map<String, Runnable> wheels = Collections.emptyMap();

    @Override
    public void run() {
        turn("millstone");
    }

    private void turn(String wheel) {
        if (!wheels.containsKey(wheel)) {
            throw new IllegalStateException("the " + wheel + " has no wheel to turn");
        }
        wheels.get(wheel).run();
    }
}
