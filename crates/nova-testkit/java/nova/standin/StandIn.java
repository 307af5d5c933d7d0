package nova.standin;

import java.util.List;

/**
 * The stand-in game: looks at what a launcher gave it, says so in a report, logs as the game does, and ends as it is told.
 * Every main class of a generated jar calls {@link #start}.
 */
public final class StandIn {
    /** What is wrong with the launch. */
    private static final int BAD_LAUNCH = 3;

    private StandIn() {}

    /** Plays the game. */
    public static void start(String main, String[] arguments) throws Throwable {
        Arguments given = new Arguments(arguments);
        Expected expected = Expected.load();
        Crash.beforeTheLog();
        GameLog log = GameLog.open(expected);
        Report report = new Report(given);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> report.end("stopped")));
        greet(log, given, expected);
        List<String> problems = new Checks(given, expected, report).run(main);
        report.problems(problems);
        if (!problems.isEmpty()) {
            refuse(log, report, problems);
        }
        Crash.whileStarting(log, given);
        Window window = Window.open(given, report);
        log.info("Render thread", "Sound engine started");
        report.ready();
        stay();
        Crash.whilePlaying(log, given);
        log.info("Render thread", "Stopping!");
        window.close();
        report.end("finished");
        Crash.whileEnding();
        System.exit(0);
    }

    private static void greet(GameLog log, Arguments given, Expected expected) {
        log.info("Render thread", "Setting user: " + given.player());
        if (expected.isOld()) {
            log.info("Client thread", "(Session ID is token:" + given.token() + ":" + given.or("--uuid", "-") + ")");
        }
        log.info("Render thread", "Backend library: LWJGL version 3.3.3");
        log.debugOnly("Environment", "Java " + System.getProperty("java.version"));
    }

    private static void refuse(GameLog log, Report report, List<String> problems) {
        for (String problem : problems) {
            log.error("main", "stand-in: " + problem);
        }
        report.end("refused");
        Runtime.getRuntime().halt(BAD_LAUNCH);
    }

    /** As long as NOVA_STANDIN_SECONDS says; "forever" means until it is ended. */
    private static void stay() throws InterruptedException {
        String seconds = Settings.of("NOVA_STANDIN_SECONDS", "0");
        long millis = seconds.equals("forever") ? Long.MAX_VALUE : (long) (Double.parseDouble(seconds) * 1000);
        Thread.sleep(millis);
    }
}
