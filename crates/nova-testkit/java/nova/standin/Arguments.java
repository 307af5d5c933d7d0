package nova.standin;

import java.util.Arrays;
import java.util.List;

/** The game's arguments. Up to 1.5 player and session come first, without names. */
final class Arguments {
    private final List<String> all;

    Arguments(String[] arguments) {
        all = Arrays.asList(arguments);
    }

    List<String> all() {
        return all;
    }

    boolean has(String flag) {
        return all.contains(flag);
    }

    /** What stands behind a flag; null where nothing does. */
    String value(String flag) {
        int at = all.indexOf(flag);
        return at < 0 || at + 1 >= all.size() ? null : all.get(at + 1);
    }

    String or(String flag, String otherwise) {
        String value = value(flag);
        return value == null ? otherwise : value;
    }

    String positional(int number) {
        boolean there = number < all.size() && !all.get(number).startsWith("--");
        return there ? all.get(number) : "";
    }

    String player() {
        return or("--username", positional(0));
    }

    String token() {
        return or("--accessToken", or("--session", positional(1)));
    }

    String gameFolder() {
        return or("--gameDir", System.getProperty("user.dir"));
    }
}
