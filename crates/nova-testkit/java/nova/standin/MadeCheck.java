package nova.standin;

import java.io.File;
import java.util.List;

/** Looks for what a loader's installer made: Forge and NeoForge find it by their own arguments, not by the classpath. */
final class MadeCheck {
    private final Arguments given;
    private final List<String> problems;

    MadeCheck(Arguments given, List<String> problems) {
        this.given = given;
        this.problems = problems;
    }

    void run() {
        String neoForge = given.value("--fml.neoForgeVersion");
        String forge = given.value("--fml.forgeVersion");
        String game = given.or("--fml.mcVersion", "");
        String names = given.or("--fml.mcpVersion", given.or("--fml.neoFormVersion", ""));
        if (names.isEmpty() || forge == null && neoForge == null) {
            return;
        }
        // Before the game came with its own names, the client was renamed in steps, and parts of it were kept apart.
        boolean isRenamed = names.length() > 4;
        if (forge != null) {
            String group = given.has("--fml.fmlVersion") ? "net/neoforged" : "net/minecraftforge";
            library(group + "/forge/" + game + "-" + forge + "/forge-" + game + "-" + forge + "-client.jar");
        } else if (isRenamed) {
            library("net/neoforged/neoforge/" + neoForge + "/neoforge-" + neoForge + "-client.jar");
        } else {
            library("net/neoforged/minecraft-client-patched/" + neoForge + "/minecraft-client-patched-" + neoForge + ".jar");
        }
        if (isRenamed) {
            String full = game + "-" + names;
            library("net/minecraft/client/" + full + "/client-" + full + "-srg.jar");
            extra(game, full);
        }
    }

    /** Its name changed twice. */
    private void extra(String game, String full) {
        String[] names = {full + "/client-" + full + "-extra.jar", game + "/client-" + game + "-extra.jar",
            game + "/client-" + game + "-extra-stable.jar"};
        for (String name : names) {
            if (new File(libraries(), "net/minecraft/client/" + name).isFile()) {
                return;
            }
        }
        problems.add("made file does not exist: net/minecraft/client/" + names[0]);
    }

    private void library(String path) {
        if (!new File(libraries(), path).isFile()) {
            problems.add("made file does not exist: " + path);
        }
    }

    /** Where the launcher keeps libraries: it says so, or the classpath does. */
    private static String libraries() {
        String said = System.getProperty("libraryDirectory");
        if (said != null) {
            return said;
        }
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            int at = entry.replace('\\', '/').indexOf("/libraries/");
            if (at >= 0) {
                return entry.substring(0, at + "/libraries/".length());
            }
        }
        return "libraries";
    }
}
