package nova.standin;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares what was given with what a game needs. */
final class Checks {
    private final Arguments given;
    private final Expected expected;
    private final Report report;
    private final List<String> problems = new ArrayList<>();

    Checks(Arguments given, Expected expected, Report report) {
        this.given = given;
        this.expected = expected;
        this.report = report;
    }

    List<String> run(String main) throws Exception {
        report.put("main", main);
        report.put("client", expected.text("version"));
        report.java();
        arguments();
        classpath();
        natives();
        logConfig();
        folders();
        new MadeCheck(given, problems).run();
        new AssetCheck(given, expected, report, problems).run();
        return problems;
    }

    private void arguments() {
        for (String flag : expected.list("required")) {
            String value = given.value(flag);
            if (value == null || value.isEmpty()) {
                problems.add("argument " + flag + " is missing or empty");
            }
        }
        if (given.player().isEmpty() || given.token().isEmpty()) {
            problems.add("no player or no session");
        }
        for (String argument : given.all()) {
            if (argument.contains("${")) {
                problems.add("argument holds a placeholder: " + argument);
            }
        }
        for (Map.Entry<Object, Object> property : System.getProperties().entrySet()) {
            // The whole command line is a property too; its arguments were looked at.
            boolean isCommand = property.getKey().equals("sun.java.command");
            if (!isCommand && String.valueOf(property.getValue()).contains("${")) {
                problems.add("property holds a placeholder: " + property.getKey());
            }
        }
    }

    private void classpath() {
        String[] entries = System.getProperty("java.class.path", "").split(File.pathSeparator);
        List<String> seen = new ArrayList<>();
        for (String entry : entries) {
            String slashed = entry.replace('\\', '/');
            if (!new File(entry).canRead()) {
                problems.add("classpath entry cannot be read: " + entry);
            }
            if (seen.contains(slashed)) {
                problems.add("classpath entry stands twice: " + entry);
            }
            seen.add(slashed);
        }
        report.put("classpath", entries.length);
        for (String library : expected.listHere("libraries")) {
            if (seen.stream().noneMatch(entry -> entry.contains("/" + library + "/"))) {
                problems.add("library is not on the classpath: " + library);
            }
        }
    }

    private void natives() {
        String folder = System.getProperty("java.library.path", "");
        List<String> wanted = expected.listHere("natives");
        report.put("natives", wanted.size());
        for (String name : wanted) {
            if (!new File(folder, name).isFile()) {
                problems.add("native library is not in " + folder + ": " + name);
            }
        }
    }

    private void logConfig() {
        String path = GameLog.config();
        report.put("logConfig", path == null ? "" : path);
        if (path != null && !new File(path).isFile()) {
            problems.add("log configuration does not exist: " + path);
        }
    }

    private void folders() throws Exception {
        String game = new File(given.gameFolder()).getCanonicalPath();
        String working = new File(System.getProperty("user.dir")).getCanonicalPath();
        report.put("gameDir", game);
        report.put("workingDir", working);
        if (!new File(game).isDirectory()) {
            problems.add("game folder does not exist: " + game);
        } else if (given.has("--gameDir") && !game.equals(working)) {
            problems.add("works in " + working + " instead of the game folder " + game);
        }
    }
}
