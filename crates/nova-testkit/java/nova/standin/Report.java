package nova.standin;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The report: one JSON file that is replaced as a whole whenever something is known. It holds no token. */
final class Report {
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final Path file;

    Report(Arguments given) {
        String path = Settings.of("NOVA_STANDIN_REPORT", new File(given.gameFolder(), "standin-report.json").getPath());
        file = new File(path).getAbsoluteFile().toPath();
        put("state", "starting");
        put("player", given.player());
        put("uuid", given.or("--uuid", ""));
        put("version", given.or("--version", ""));
        put("assetIndex", given.or("--assetIndex", ""));
        put("hasToken", !given.token().isEmpty());
        put("arguments", masked(given));
    }

    private static List<String> masked(Arguments given) {
        List<String> masked = new ArrayList<>(given.all());
        String token = given.token();
        masked.replaceAll(each -> holds(each, token) ? "<token>" : each);
        return masked;
    }

    /** A short token, as offline players have it, stands in many a word that is none. */
    private static boolean holds(String word, String token) {
        boolean isWord = word.equals(token) || word.startsWith("token:" + token + ":");
        return !token.isEmpty() && (isWord || token.length() > 8 && word.contains(token));
    }

    synchronized void put(String key, Object value) {
        facts.put(key, value);
    }

    /** The Java it runs on: what a stand-in of a Java pretends, and what really runs. */
    void java() {
        put("java", System.getProperty("nova.standin.java", System.getProperty("java.version")));
        put("realJava", System.getProperty("java.version"));
        put("javaHome", System.getProperty("nova.standin.home", System.getProperty("java.home")));
        put("brand", System.getProperty("minecraft.launcher.brand", ""));
        put("maxMemory", Runtime.getRuntime().maxMemory());
        put("modulePath", System.getProperty("jdk.module.path", ""));
        try {
            put("jvmArguments", ManagementFactory.getRuntimeMXBean().getInputArguments());
        } catch (LinkageError none) {
            put("jvmArguments", new ArrayList<String>());
        }
    }

    void problems(List<String> problems) {
        put("problems", new ArrayList<>(problems));
        write();
    }

    void ready() {
        put("state", "ready");
        write();
    }

    /** The first end counts. */
    synchronized void end(String how) {
        if (!facts.containsKey("ended")) {
            put("ended", how);
            write();
        }
    }

    private synchronized void write() {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.createDirectories(file.getParent());
            Files.write(part, (Json.write(facts) + "\n").getBytes(StandardCharsets.UTF_8));
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException error) {
            System.err.println("stand-in: cannot write the report: " + error);
        }
    }
}
