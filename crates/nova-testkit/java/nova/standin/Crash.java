package nova.standin;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.text.SimpleDateFormat;
import java.util.Arrays;
import java.util.Date;
import java.util.concurrent.CountDownLatch;

/** The ways in which a game ends badly, by the name in NOVA_STANDIN_CRASH. */
final class Crash {
    private Crash() {}

    /** What happens before a line was logged. */
    static void beforeTheLog() throws ReflectiveOperationException {
        String mode = Settings.crash();
        if (mode.equals("exit1")) {
            Runtime.getRuntime().halt(1);
        }
        if (mode.equals("missing-class")) {
            Class.forName("net.minecraft.stats.NotInThisJar");
        }
    }

    static void whileStarting(GameLog log, Arguments given) throws Exception {
        switch (Settings.crash()) {
            case "exception":
                throw new IllegalStateException("Pixel format not accelerated");
            case "incompatible-mods":
                incompatible(log);
                break;
            case "hs_err":
                hotspot("# C  [libGLX_nvidia.so.0+0xa5d1e]");
                break;
            case "no-window":
                new CountDownLatch(1).await();
                break;
            default:
                Conditional.whileStarting(log, given);
        }
    }

    static void whilePlaying(GameLog log, Arguments given) throws Exception {
        switch (Settings.crash()) {
            case "oom":
                outOfMemory(log);
                break;
            case "crash-report":
                report(log, given, "Ticking entity",
                    new NullPointerException("Cannot invoke \"net.minecraft.world.level.Level.tick()\" because \"level\" is null"));
                break;
            case "deadlock":
                deadlock();
                break;
            case "killed":
                new ProcessBuilder("kill", "-KILL", pid()).start().waitFor();
                break;
            default:
                Conditional.whilePlaying(log);
        }
    }

    /** The game is over, its process is not: neither by itself nor by a polite request. */
    static void whileEnding() throws InterruptedException {
        if (Settings.crash().equals("hang-on-exit")) {
            Thread stubborn = new Thread(Crash::sleepForever);
            Runtime.getRuntime().addShutdownHook(stubborn);
            sleepForever();
        }
    }

    private static void sleepForever() {
        while (true) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException ignored) {
                // It does not listen.
            }
        }
    }

    private static void incompatible(GameLog log) {
        log.error("main", "Incompatible mods found!\n\t - Mod 'Sodium' (sodium) 0.5.8 is incompatible with any version of mod 'OptiFabric'"
            + " (optifabric), but 1.13.24 is present!\n\t - Replace mod 'Iris' (iris) 1.6.17 with any version that is compatible with:"
            + "\n\t\t - sodium 0.5.8");
        Runtime.getRuntime().halt(1);
    }

    /** Asks for more than there is, as often as it takes. */
    static void outOfMemory(GameLog log) {
        try {
            long[][] hoard = new long[1 << 16][];
            for (int at = 0; at < hoard.length; at++) {
                hoard[at] = new long[1 << 24];
            }
        } catch (OutOfMemoryError error) {
            log.fatal("Render thread", "Error executing task on Client", trace(error));
            throw error;
        }
    }

    static void report(GameLog log, Arguments given, String during, Throwable cause) throws IOException {
        File folder = new File(given.gameFolder(), "crash-reports");
        Files.createDirectories(folder.toPath());
        String stamp = new SimpleDateFormat("yyyy-MM-dd_HH.mm.ss").format(new Date());
        File file = new File(folder, "crash-" + stamp + "-client.txt");
        Files.write(file.toPath(), text(during, cause, given).getBytes(StandardCharsets.UTF_8));
        log.fatal("Render thread", "Reported exception thrown!", trace(cause));
        log.info("Render thread", "#@!@# Game crashed! Crash report saved to: #@!@# " + file.getAbsolutePath());
        Runtime.getRuntime().halt(255);
    }

    private static String text(String during, Throwable cause, Arguments given) {
        return String.join("\n", Arrays.asList("---- Minecraft Crash Report ----", "// Don't do that.", "",
            "Time: " + new SimpleDateFormat("yyyy-MM-dd HH:mm:ss").format(new Date()), "Description: " + during, "",
            trace(cause), "", "A detailed walkthrough of the error, its code path and all known details is as follows:",
            "---------------------------------------------------------------------------------------", "",
            "-- System Details --", "Details:", "\tMinecraft Version: " + given.or("--version", "?"),
            "\tJava Version: " + System.getProperty("java.version") + ", " + System.getProperty("java.vendor"),
            "\tMemory: " + Runtime.getRuntime().freeMemory() + " bytes / " + Runtime.getRuntime().maxMemory() + " bytes", ""));
    }

    /** What the virtual machine leaves when a driver takes it down, and its exit status. */
    static void hotspot(String frame) throws IOException {
        String head = String.join("\n", Arrays.asList("#", "# A fatal error has been detected by the Java Runtime Environment:", "#",
            "#  SIGSEGV (0xb) at pc=0x00007f2c5c0a5d1e, pid=" + pid() + ", tid=4711", "#",
            "# JRE version: OpenJDK Runtime Environment (" + System.getProperty("java.version") + ")",
            "# Problematic frame:", frame, "#", "", "---------------  S U M M A R Y ------------", "",
            "Command Line: <stand-in>", ""));
        Files.write(new File("hs_err_pid" + pid() + ".log").getAbsoluteFile().toPath(), head.getBytes(StandardCharsets.UTF_8));
        System.out.println(head);
        Runtime.getRuntime().halt(134);
    }

    /** Two threads that wait for each other; the game's own thread waits for them. */
    private static void deadlock() throws InterruptedException {
        Object first = new Object();
        Object second = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Thread render = new Thread(() -> hold(first, second, both), "Render thread");
        Thread server = new Thread(() -> hold(second, first, both), "Server thread");
        render.start();
        server.start();
        render.join();
    }

    private static void hold(Object mine, Object other, CountDownLatch both) {
        synchronized (mine) {
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException ignored) {
                return;
            }
            synchronized (other) {
                System.out.println("never");
            }
        }
    }

    private static String pid() {
        return ManagementFactory.getRuntimeMXBean().getName().split("@")[0];
    }

    private static String trace(Throwable error) {
        StringWriter out = new StringWriter();
        error.printStackTrace(new PrintWriter(out));
        return out.toString();
    }
}
