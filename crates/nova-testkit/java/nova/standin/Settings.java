package nova.standin;

/** What the environment asks for. */
final class Settings {
    private Settings() {}

    static String of(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    /** How the game is to end badly; empty where it is not. */
    static String crash() {
        return of("NOVA_STANDIN_CRASH", "");
    }
}
