package nova.standin;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Ways to end badly that depend on how the version is: once that is mended, the game runs. {@code way:what} in NOVA_STANDIN_CRASH. */
final class Conditional {
    private Conditional() {}

    static void whileStarting(GameLog log, Arguments given) throws Exception {
        File jar = new File(new File(given.gameFolder(), "mods"), what());
        switch (way()) {
            case "missing-dependency":
                if (jar.isFile()) missing(log, jar);
                break;
            case "mod-exception":
                if (jar.isFile()) begin(log, given, jar);
                break;
            case "hs_err-with":
                if (ManagementFactory.getRuntimeMXBean().getInputArguments().contains(what())) Crash.hotspot("# V  [libjvm.so+0x8a5d1e]  PhaseIdealLoop::build_loop_late+0x1e");
                break;
            default:
        }
    }

    static void whilePlaying(GameLog log) {
        if (way().equals("oom-below") && Runtime.getRuntime().maxMemory() >> 20 < Long.parseLong(what())) {
            Crash.outOfMemory(log);
        }
    }

    private static String way() {
        String mode = Settings.crash();
        return mode.contains(":") ? mode.substring(0, mode.indexOf(':')) : "";
    }

    private static String what() {
        String mode = Settings.crash();
        return mode.substring(mode.indexOf(':') + 1);
    }

    /** Fabric's words about a mod whose dependency is not there. */
    private static void missing(GameLog log, File jar) throws IOException {
        String id = "unknown";
        String name = "Unknown";
        String version = "0";
        try (JarFile file = new JarFile(jar)) {
            JarEntry entry = file.getJarEntry("fabric.mod.json");
            byte[] bytes = new byte[(int) entry.getSize()];
            new java.io.DataInputStream(file.getInputStream(entry)).readFully(bytes);
            Map<?, ?> about = (Map<?, ?>) Json.read(new String(bytes, StandardCharsets.UTF_8));
            id = (String) about.get("id");
            name = (String) about.get("name");
            version = (String) about.get("version");
        }
        log.error("main", "Incompatible mods found!\nnet.fabricmc.loader.impl.FormattedException: Some of your mods are incompatible with the game or each other!"
            + "\nA potential solution has been determined, this may resolve your problem:\n\t - Install millstones, any version.\nMore details:"
            + "\n\t - Mod '" + name + "' (" + id + ") " + version + " requires any version of millstones, which is missing!");
        Runtime.getRuntime().halt(1);
    }

    /** Lets the mod's own class begin; what it throws ends the game with a report. */
    private static void begin(GameLog log, Arguments given, File jar) throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[] {jar.toURI().toURL()}, Conditional.class.getClassLoader());
        try (JarFile file = new JarFile(jar)) {
            for (JarEntry entry : Collections.list(file.entries())) {
                Runnable mod = runnable(loader, entry.getName());
                if (mod != null) {
                    run(log, given, mod);
                }
            }
        }
    }

    private static Runnable runnable(ClassLoader loader, String entry) {
        if (!entry.endsWith(".class")) {
            return null;
        }
        try {
            Class<?> found = loader.loadClass(entry.substring(0, entry.length() - 6).replace('/', '.'));
            return Runnable.class.isAssignableFrom(found) ? (Runnable) found.getDeclaredConstructor().newInstance() : null;
        } catch (ReflectiveOperationException | LinkageError odd) {
            return null;
        }
    }

    private static void run(GameLog log, Arguments given, Runnable mod) throws IOException {
        try {
            mod.run();
        } catch (RuntimeException cause) {
            Crash.report(log, given, "Initializing game", cause);
        }
    }
}
