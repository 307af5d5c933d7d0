package nova.standin;

/** What the environment asks for. */
final class Settings {
    private Settings() {}

    static String of(String name, String otherwise) {
        String value = System.getenv(name);
        // A launcher keeps its own variables from its games.
        if (value == null || value.isEmpty()) value = System.getenv(name.substring("NOVA_".length()));
        return value == null || value.isEmpty() ? otherwise : value;
    }

    /** How the game is to end badly; empty where it is not. */
    static String crash() {
        return of("NOVA_STANDIN_CRASH", "");
    }
}
