package optifine;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * What stands in for the program of OptiFine's jar: it is given the game's jar, the jar it is in, and where the library goes, whose
 * folder has to be there.
 */
public final class Patcher {
    private Patcher() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 3) {
            throw new IllegalArgumentException("Usage: Patcher <base.jar> <diff.jar> <mod.jar>");
        }
        File base = new File(arguments[0]);
        File diff = new File(arguments[1]);
        Path mod = new File(arguments[2]).toPath();
        long game = checksum(base, "standin/expected.properties");
        long own = checksum(diff, "launchwrapper-of.txt");
        String text = "patched " + Long.toHexString(game) + " " + Long.toHexString(own) + "\n";
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(mod))) {
            ZipEntry entry = new ZipEntry("optifine/stand-in.txt");
            entry.setTime(0);
            out.putNextEntry(entry);
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
        }
        System.out.println("Output file: " + mod);
    }

    private static long checksum(File jar, String name) throws Exception {
        try (ZipFile zip = new ZipFile(jar)) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new IllegalArgumentException("Not a base: " + jar + " has no " + name);
            }
            CRC32 crc = new CRC32();
            try (InputStream in = zip.getInputStream(entry)) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                byte[] piece = new byte[8192];
                for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                    bytes.write(piece, 0, read);
                }
                crc.update(bytes.toByteArray());
            }
            return crc.getValue();
        }
    }
}
