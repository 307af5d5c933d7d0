package nova.standin;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Frame;
import java.awt.GraphicsEnvironment;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;

/** A small window, where one is wanted and can be shown. */
final class Window {
    private final Frame frame;

    private Window(Frame frame) {
        this.frame = frame;
    }

    static Window open(Arguments given, Report report) {
        Frame frame = null;
        String said = "none";
        if (Settings.of("NOVA_STANDIN_WINDOW", "").equals("1")) {
            try {
                frame = show(given);
                said = frame == null ? "headless" : "shown";
            } catch (RuntimeException | LinkageError error) {
                said = "failed: " + error;
            }
        }
        report.put("window", said);
        return new Window(frame);
    }

    private static Frame show(Arguments given) {
        if (GraphicsEnvironment.isHeadless()) {
            return null;
        }
        Frame frame = new Frame("Minecraft " + given.or("--version", ""));
        frame.setBackground(new Color(0x6b, 0x8e, 0x23));
        frame.setSize(new Dimension(number(given, "--width", 854), number(given, "--height", 480)));
        frame.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosing(WindowEvent event) {
                System.exit(0);
            }
        });
        frame.setVisible(true);
        return frame;
    }

    private static int number(Arguments given, String flag, int otherwise) {
        String text = given.value(flag);
        return text == null ? otherwise : Integer.parseInt(text);
    }

    void close() {
        if (frame != null) {
            frame.dispose();
        }
    }
}
