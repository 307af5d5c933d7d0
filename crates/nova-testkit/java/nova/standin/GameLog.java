package nova.standin;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.zip.GZIPOutputStream;

/** {@code logs/latest.log} in the working folder, and the same on standard output, as events in XML where the configuration says so. */
final class GameLog {
    private final PrintStream file;
    private final PrintStream out;
    private final boolean xml;

    private GameLog(PrintStream file, PrintStream out, boolean xml) {
        this.file = file;
        this.out = out;
        this.xml = xml;
    }

    static GameLog open(Expected expected) throws IOException {
        File folder = new File(System.getProperty("user.dir"), "logs");
        Files.createDirectories(folder.toPath());
        roll(folder);
        PrintStream file = new PrintStream(new FileOutputStream(new File(folder, "latest.log")), true, "UTF-8");
        return new GameLog(file, new PrintStream(System.out, true, "UTF-8"), isXml());
    }

    /** The configuration that was named, null where none was. */
    static String config() {
        String path = System.getProperty("log4j.configurationFile", System.getProperty("log4j2.configurationFile"));
        return path == null || path.isEmpty() ? null : path.replaceFirst("^file:(//)?", "");
    }

    private static boolean isXml() throws IOException {
        String path = config();
        if (path == null || !new File(path).isFile()) {
            return false;
        }
        String text = new String(Files.readAllBytes(new File(path).toPath()), StandardCharsets.UTF_8);
        return text.contains("XMLLayout");
    }

    /** The log of the run before is packed beside the new one. */
    private static void roll(File folder) throws IOException {
        Path latest = new File(folder, "latest.log").toPath();
        if (!Files.exists(latest)) {
            return;
        }
        String day = new SimpleDateFormat("yyyy-MM-dd").format(new Date());
        int number = 1;
        while (new File(folder, day + "-" + number + ".log.gz").exists()) {
            number++;
        }
        try (OutputStream packed = new GZIPOutputStream(
                new FileOutputStream(new File(folder, day + "-" + number + ".log.gz")))) {
            packed.write(Files.readAllBytes(latest));
        }
        Files.delete(latest);
    }

    void info(String thread, String message) {
        event(thread, "INFO", message, "");
    }

    void error(String thread, String message) {
        event(thread, "ERROR", message, "");
    }

    void fatal(String thread, String message, String trace) {
        event(thread, "FATAL", message, trace);
    }

    /** Goes into the file only. */
    void debugOnly(String thread, String message) {
        file.println(line(thread, "DEBUG", message));
    }

    private synchronized void event(String thread, String level, String message, String trace) {
        String plain = line(thread, level, message) + (trace.isEmpty() ? "" : "\n" + trace.trim());
        file.println(plain);
        out.println(xml ? xml(thread, level, message, trace) : plain);
    }

    private static String line(String thread, String level, String message) {
        return "[" + new SimpleDateFormat("HH:mm:ss").format(new Date()) + "] [" + thread + "/" + level + "]: " + message;
    }

    private static String xml(String thread, String level, String message, String trace) {
        String event = "<log4j:Event logger=\"net.minecraft.client.Minecraft\" timestamp=\"" + System.currentTimeMillis()
            + "\" level=\"" + level + "\" thread=\"" + thread + "\">\n  <log4j:Message>" + cdata(message)
            + "</log4j:Message>\n";
        String thrown = trace.isEmpty() ? "" : "  <log4j:Throwable>" + cdata(trace) + "</log4j:Throwable>\n";
        return event + thrown + "</log4j:Event>";
    }

    private static String cdata(String text) {
        return "<![CDATA[" + text.replace("]]>", "]]>]]&gt;<![CDATA[") + "]]>";
    }
}
