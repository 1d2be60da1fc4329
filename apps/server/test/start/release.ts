import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { secretKeyOf, signFile } from '../../../../scripts/release/sign.mjs'

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The text of a secret key, as `minisign -G -W` makes it. */
export function newSecretKey(): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const key = [d, x].map((part) => Buffer.from(part, 'base64url'))
  const bytes = [Buffer.from('Ed\0\0B2'), Buffer.alloc(48), randomBytes(8), ...key, Buffer.alloc(32)]
  return `untrusted comment: minisign encrypted secret key\n${Buffer.concat(bytes).toString('base64')}\n`
}

/** The file of the key that signs the archives of a folder. */
const keyOf = (folder: string) => `${folder}.key`

/** Makes the release in `to`, signed by a new key; returns the path of its archive. */
export function makeRelease(to: string): string {
  mkdirSync(to, { recursive: true })
  writeFileSync(keyOf(to), newSecretKey())
  // The Node that runs this test may be of the lock file's packages, without npm.
  execFileSync(process.execPath, [join(ROOT, 'scripts/release.mjs'), '--to', to], {
    stdio: 'pipe',
    env: { ...process.env, RELEASE_KEY_FILE: keyOf(to) },
  })
  const archive = readdirSync(to).find((name) => name.endsWith('.tar.gz')) ?? ''
  execFileSync('sha256sum', ['--check', `${archive}.sha256`], { cwd: to, stdio: 'pipe' })
  return join(to, archive)
}

/** Unpacks an archive in `into`; returns its folder. */
export function unpack(archive: string, into: string): string {
  mkdirSync(into, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', into])
  return join(into, basename(archive, '.tar.gz'))
}

/** A file's text for another version; of a file that is not there, '' is given. */
export type Changes = Readonly<Record<string, (text: string) => string>>

/** Signs an archive by the key of its folder, or by another one. */
export async function signArchive(file: string, secretKey = readFileSync(keyOf(dirname(file)), 'utf8')) {
  writeFileSync(`${file}.minisig`, await signFile(file, secretKeyOf(secretKey), `file:${basename(file)}`))
}

/** Packs the unpacked release again as another version, with changed files, beside `archive`; signed by the same key. */
export async function repack(
  unpacked: string,
  archive: string,
  version: string,
  changes: Changes = {},
): Promise<string> {
  const [, own = ''] = /^version (.*)$/m.exec(readFileSync(join(unpacked, 'VERSION'), 'utf8')) ?? []
  const name = basename(unpacked).replace(own, version)
  const stage = join(unpacked, '..', 'again', name)
  mkdirSync(join(stage, '..'), { recursive: true })
  // Hard links; a changed file is replaced.
  execFileSync('cp', ['-al', unpacked, stage])
  const all: Changes = {
    VERSION: (text) => text.replace(`version ${own}`, `version ${version}`),
    'package.json': (text) => text.replace(`"version": "${own}"`, `"version": "${version}"`),
    ...changes,
  }
  for (const [path, change] of Object.entries(all)) {
    const file = join(stage, path)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const changed = change(text)
    if (changed === text) throw new Error(`nothing to change in ${path}`)
    rmSync(file, { force: true })
    writeFileSync(file, changed)
  }
  rmSync(join(stage, 'SHA256SUMS'))
  const sums = `find . -type f ! -name SHA256SUMS -printf '%P\\0' | sort -z | xargs -0 sha256sum >SHA256SUMS`
  execFileSync('sh', ['-c', sums], { cwd: stage })
  const file = join(archive, '..', `${name}.tar.gz`)
  execFileSync('tar', ['-I', 'gzip -1', '-cf', file, '-C', join(stage, '..'), name])
  const sum = execFileSync('sha256sum', [basename(file)], { cwd: join(file, '..') })
  writeFileSync(`${file}.sha256`, sum)
  await signArchive(file)
  rmSync(stage, { recursive: true })
  return file
}
