// The command lines of @xmcl/core: ROOT NATIVES LAUNCHER_VERSION IDS.json -> {version: [words] or {"error": text}} on standard output.
import { readFileSync, writeSync } from 'node:fs'
import { generateArguments, Version } from '@xmcl/core'

const [, , root, natives, launcher, list] = process.argv
const lines = {}
for (const id of JSON.parse(readFileSync(list, 'utf8'))) {
  try {
    lines[id] = await generateArguments({
      gamePath: root,
      javaPath: 'java',
      version: await Version.parse(root, id),
      gameProfile: { name: 'Player', id: '0'.repeat(32) },
      accessToken: '0',
      userType: 'legacy',
      launcherName: 'Nova',
      launcherBrand: launcher,
      nativeRoot: natives,
      extraJVMArgs: [],
    })
  } catch (error) {
    lines[id] = { error: String(error.error ?? error) }
  }
}
const text = Buffer.from(JSON.stringify(lines))
for (let at = 0; at < text.length; ) at += writeSync(1, text, at)
