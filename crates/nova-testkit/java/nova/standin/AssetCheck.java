package nova.standin;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;

/** Every object of the asset index is there with its hash, or every named file where a version reads those. */
final class AssetCheck {
    private final Arguments given;
    private final Expected expected;
    private final Report report;
    private final List<String> problems;
    private int checked;

    AssetCheck(Arguments given, Expected expected, Report report, List<String> problems) {
        this.given = given;
        this.expected = expected;
        this.report = report;
        this.problems = problems;
    }

    void run() throws Exception {
        String folder = given.value("--assetsDir");
        String index = given.value("--assetIndex");
        if (folder != null && index != null) {
            objects(new File(folder), index);
        } else {
            named(new File(folder == null ? given.gameFolder() + "/resources" : folder));
        }
        report.put("assets", checked);
    }

    private void objects(File folder, String index) throws Exception {
        File file = new File(folder, "indexes/" + index + ".json");
        if (!file.isFile()) {
            problems.add("asset index does not exist: " + file);
            return;
        }
        String text = new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8);
        Map<?, ?> objects = (Map<?, ?>) ((Map<?, ?>) Json.read(text)).get("objects");
        for (Map.Entry<?, ?> object : objects.entrySet()) {
            String hash = (String) ((Map<?, ?>) object.getValue()).get("hash");
            one(new File(folder, "objects/" + hash.substring(0, 2) + "/" + hash), hash, object.getKey());
        }
    }

    private void named(File folder) throws Exception {
        for (String line : expected.namedAssets) {
            String[] words = line.split(" ", 2);
            one(new File(folder, words[1]), words[0], words[1]);
        }
    }

    private void one(File file, String hash, Object name) throws Exception {
        checked++;
        if (!file.isFile()) {
            problems.add("asset is missing: " + name + " (" + file + ")");
        } else if (!sha1(Files.readAllBytes(file.toPath())).equals(hash)) {
            problems.add("asset has another hash: " + name);
        }
    }

    private static String sha1(byte[] bytes) throws Exception {
        StringBuilder hex = new StringBuilder();
        for (byte each : MessageDigest.getInstance("SHA-1").digest(bytes)) {
            hex.append(String.format("%02x", each));
        }
        return hex.toString();
    }
}
