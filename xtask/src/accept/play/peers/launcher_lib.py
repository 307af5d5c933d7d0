"""The command lines of minecraft-launcher-lib: ROOT NATIVES LAUNCHER_VERSION IDS.json -> {version: [words] or {"error": text}} on standard output."""
import json
import sys

import minecraft_launcher_lib

root, natives, launcher, ids = *sys.argv[1:4], json.load(open(sys.argv[4], encoding="utf-8"))
options = {
    "username": "Player",
    "uuid": "0" * 32,
    "token": "0",
    "executablePath": "java",
    "launcherName": "Nova",
    "launcherVersion": launcher,
    "gameDirectory": root,
    "nativesDirectory": natives,
    "enableLoggingConfig": True,
}
lines = {}
for version in ids:
    try:
        lines[version] = minecraft_launcher_lib.command.get_minecraft_command(version, root, options)
    except Exception as error:
        lines[version] = {"error": f"{type(error).__name__}: {error}"}
json.dump(lines, sys.stdout)
