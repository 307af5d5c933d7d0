package nova.standin.tool;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * What stands in for the programs that Forge's and NeoForge's installers run: every output says which inputs it was made of,
 * byte for byte as the server that made the installer foretold (upstream/installer/foretell.rs does the same).
 */
public final class Processor {
    private static final List<String> OUTPUTS = Arrays.asList("--output", "--slim", "--extra", "--out-jar", "--jar-out");
    private static final List<String> SERVERS = Arrays.asList("EXTRACT_FILES", "BUNDLER_EXTRACT");

    private final List<String[]> pairs = new ArrayList<>();

    private Processor() {}

    public static void main(String[] arguments) throws Exception {
        Processor processor = new Processor();
        processor.read(arguments);
        if (SERVERS.contains(processor.value("--task"))) {
            throw new IllegalArgumentException(processor.value("--task") + " belongs to servers");
        }
        processor.write();
    }

    private void read(String[] arguments) {
        for (int at = 0; at < arguments.length; at++) {
            boolean valued = at + 1 < arguments.length && !arguments[at + 1].startsWith("--");
            pairs.add(new String[] {arguments[at], valued ? arguments[++at] : ""});
        }
    }

    private String value(String flag) {
        return pairs.stream().filter(pair -> pair[0].equals(flag)).map(pair -> pair[1]).findFirst().orElse("");
    }

    private void write() throws Exception {
        String inputs = "DOWNLOAD_MOJMAPS".equals(value("--task")) ? null : inputs();
        for (String[] pair : pairs) {
            if (pair[0].equals("--target")) {
                Files.createDirectories(new File(pair[1]).getAbsoluteFile().toPath().getParent());
            } else if (OUTPUTS.contains(pair[0])) {
                String text = inputs == null ? mappings() : "stand-in " + pair[0] + "\n" + inputs;
                output(new File(pair[1]).getAbsoluteFile().toPath(), text.getBytes(StandardCharsets.UTF_8));
                System.out.println("  " + pair[0] + " " + pair[1]);
            }
        }
    }

    private String mappings() {
        return "# stand-in mappings " + value("--version") + " " + value("--side") + "\n";
    }

    private String inputs() throws Exception {
        StringBuilder text = new StringBuilder();
        for (String[] pair : pairs) {
            boolean path = pair[1].contains("/") || pair[1].contains(File.separator);
            if (OUTPUTS.contains(pair[0]) || pair[0].equals("--target") || pair[0].equals("--extract-libraries-to")) {
                continue;
            }
            text.append(pair[0]).append(' ').append(path ? sha1(new File(pair[1]).toPath()) : pair[1]).append('\n');
        }
        return text.toString();
    }

    private static String sha1(Path input) throws Exception {
        if (!Files.isRegularFile(input)) {
            throw new IllegalArgumentException("input does not exist: " + input);
        }
        StringBuilder hex = new StringBuilder();
        for (byte each : MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(input))) {
            hex.append(String.format("%02x", each));
        }
        return hex.toString();
    }

    private static void output(Path path, byte[] text) throws Exception {
        Files.createDirectories(path.getParent());
        Files.write(path, path.toString().endsWith(".jar") ? jar(text) : text);
    }

    /** A zip with one stored entry, by hand: the same bytes on every Java. */
    private static byte[] jar(byte[] text) throws Exception {
        byte[] name = "stand-in.txt".getBytes(StandardCharsets.UTF_8);
        CRC32 crc = new CRC32();
        crc.update(text);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteBuffer common = little(26);
        common.putShort((short) 10).putShort((short) 0).putShort((short) 0).putShort((short) 0).putShort((short) 0x21);
        common.putInt((int) crc.getValue()).putInt(text.length).putInt(text.length);
        common.putShort((short) name.length).putShort((short) 0);
        out.write(little(4).putInt(0x04034b50).array());
        out.write(common.array());
        out.write(name);
        out.write(text);
        int directory = out.size();
        out.write(little(6).putInt(0x02014b50).putShort((short) 10).array());
        out.write(common.array());
        out.write(new byte[14]);
        out.write(name);
        int size = out.size() - directory;
        ByteBuffer end = little(22).putInt(0x06054b50).putInt(0).putShort((short) 1).putShort((short) 1);
        out.write(end.putInt(size).putInt(directory).array());
        return out.toByteArray();
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
