package nova.standin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/** What the generated client jar says about its version; nothing where there is none. */
final class Expected {
    private final Properties properties = new Properties();
    /** Lines of hash and path, where the version reads assets by their names. */
    final List<String> namedAssets = new ArrayList<>();

    static Expected load() throws IOException {
        Expected expected = new Expected();
        try (InputStream in = Expected.class.getResourceAsStream("/standin/expected.properties")) {
            if (in != null) {
                expected.properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            }
        }
        try (InputStream in = Expected.class.getResourceAsStream("/standin/assets.txt")) {
            if (in != null) {
                new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines()
                    .forEach(expected.namedAssets::add);
            }
        }
        return expected;
    }

    String text(String key) {
        return properties.getProperty(key, "");
    }

    /** A list for every system. */
    List<String> list(String key) {
        List<String> list = new ArrayList<>();
        Collections.addAll(list, text(key).split(","));
        list.removeIf(String::isEmpty);
        return list;
    }

    /** A list for this system. */
    List<String> listHere(String key) {
        return list(key + "." + system());
    }

    /** Before 1.13: the session stood in the log. */
    boolean isOld() {
        return text("arguments").equals("old");
    }

    private static String system() {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return name.contains("win") ? "windows" : name.contains("mac") ? "osx" : "linux";
    }
}
