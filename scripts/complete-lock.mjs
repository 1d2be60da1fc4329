// Run after a change of dependencies: `node scripts/complete-lock.mjs`. A registry mirror may lack packages for other platforms; npm then
// omits them from the lock file, and `npm ci` refuses it everywhere. This adds them, without an integrity hash.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
for (const [name, entry] of Object.entries(lock.packages)) {
  for (const [dependency, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${dependency}`
    if (lock.packages[key] || lock.packages[`${name}/${key}`]) continue
    const os = /android|darwin|win32|linux|freebsd/.exec(dependency)?.[0]
    const cpu = /arm64|x64/.exec(dependency)?.[0]
    if (!os || !cpu || !/^\d/.test(version)) continue
    lock.packages[key] = {
      version,
      cpu: [cpu],
      ...(entry.dev && { dev: true }),
      ...(dependency.endsWith('-musl') && { libc: ['musl'] }),
      optional: true,
      os: [os],
    }
    console.log(`named ${dependency}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
