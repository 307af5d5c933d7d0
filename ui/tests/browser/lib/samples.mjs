// Game roots, as `testkit root` describes them.
const VERSION = { id: "1.20.1-fabric", game: "1.20.1", loader: "fabric", isolated: true };

const clash = [
  { id: "sodium", name: "Sodium", version: "0.5.3", breaks: { optifabric: "*" }, file: "sodium.jar" },
  { id: "optifabric", name: "OptiFabric", version: "1.13.24", file: "optifabric.jar" },
];

/** Two mods that clash, worlds, and a second version. English only, so that a language that is left over shows. */
export const SAMPLE = {
  selected: VERSION.id,
  versions: [
    {
      ...VERSION,
      mods: ["fabric-api", ...clash],
      disabled: ["litematica"],
      saves: ["Harbour", { folder: "Flat", mode: "creative", title: "Flat lands" }],
      files: { "config/sodium.json": "{}" },
    },
    { id: "1.21.1", game: "1.21.1" },
  ],
};

const LONG_NAME = "A world with a long name that somebody typed on a quiet evening in winter";

/** A folder that somebody plays in: many mods, some at odds, worlds of every kind, several versions. */
export const LIVED = {
  selected: VERSION.id,
  versions: [
    {
      ...VERSION,
      mods: [
        "fabric-api",
        ...clash,
        {
          id: "iris",
          name: "Iris Shaders",
          version: "1.6.4",
          depends: { sodium: ">=0.6" },
          file: "iris-1.6.4.jar",
        },
        { id: "rei", name: "Roughly Enough Items", version: "12.0.684", depends: { architectury: "*" } },
        { id: "broken", file: "broken-download.jar", damage: "half" },
        "(about 60)",
      ],
      disabled: ["litematica", "minihud"],
      saves: [
        "Harbour",
        { folder: "Flat", mode: "creative", title: "Flat lands" },
        { folder: "New World (2)", title: LONG_NAME, mode: "hardcore", bytes: 3_000_000 },
        { folder: "新的世界", title: "新的世界", last_played: 1_700_000_000_000 },
      ],
      files: { "config/sodium.json": "{}" },
    },
    { id: "1.21.1", game: "1.21.1", isolated: true, saves: ["Survival"] },
    {
      id: "Create 整合包 - 空岛生存与机械动力（第三版）",
      game: "1.20.1",
      loader: "forge",
      isolated: true,
      mods: ["(about 12)"],
    },
    { id: "1.16.5-forge", game: "1.16.5", loader: "forge", mods: [] },
  ],
};

/** The first run: a folder with nothing in it. */
export const EMPTY = { versions: [] };

/** So many mods. */
export const many = (count) => ({
  selected: VERSION.id,
  versions: [{ ...VERSION, mods: Array.from({ length: count }, (_, at) => nth(at)) }],
});

const nth = (at) => ({
  id: `mod-${at}`,
  name: `Mod number ${at}`,
  version: `1.${at}.0`,
  file: `mod-${at}.jar`,
});

/** Strings that become something else where text is taken for markup, code, a link, a template or a terminal. */
export const HOSTILE = [
  "<script>window.__broken=1</script>",
  "<img src=x onerror=window.__broken=1>",
  "<svg/onload=window.__broken=1>",
  "<iframe src=http://evil.example/a></iframe>",
  "<style>*{display:none}</style><b>bold</b>",
  "<form action=http://evil.example><input name=q autofocus onfocus=window.__broken=1>",
  "\"'><base href=http://evil.example/>",
  "![x](http://evil.example/pixel.png)",
  "[click](javascript:window.__broken=1)",
  "[data](data:text/html,<script>window.__broken=1</script>)",
  "http://user@evil.example/%2e%2e",
  "{@html '<b>x</b>'} {{7*7}} ${window.__broken=1} <%= 1 %>",
  "\u202egnp.exe\u202c \u200b\u200d\ufeff zero",
  "\u001b[31mred\u001b[0m \u0007 bell",
  "Z\u0351\u036a\u0313a\u0361l\u0338g\u0321o".repeat(8),
  "# heading\n\n- [x] item\n\n|a|b|\n|-|-|\n|1|2|",
  "A".repeat(400),
  "&lt;b&gt; &#60;i&#62; &amp;amp;",
  "[".repeat(300),
  "<math><mtext></form><form><mglyph><style></math><img src onerror=window.__broken=1>",
];

/** What a file system takes of it. */
const asFile = (text, at) => `${at} ${text.replace(/[/\\:*?"<>|\u0000-\u001f]/g, "_").slice(0, 60)}.jar`;
const asFolder = (text, at) => `${at} ${text.replace(/[/\\\u0000]/g, "_").slice(0, 60)}`.trim();

/** Every one of them as a mod's name, version, file and range, as a world's title and folder, and as a config file. */
export const HOSTILE_ROOT = {
  selected: VERSION.id,
  versions: [
    {
      ...VERSION,
      mods: [
        ...clash,
        ...HOSTILE.map((text, at) => ({
          id: `hostile-${at}`,
          name: text,
          version: text,
          depends: { [text.slice(0, 60)]: text },
          file: asFile(text, at),
        })),
      ],
      saves: HOSTILE.map((text, at) => ({ folder: asFolder(text, at), title: text })),
      files: Object.fromEntries(HOSTILE.map((text, at) => [`config/${asFolder(text, at)}`, text])),
    },
    { id: "<b onclick=window.__broken=1>1.0</b>".replace("/", "_"), game: "1.20.1" },
  ],
};
