import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Makes the release in `to`; returns the path of its archive. */
export function makeRelease(to: string): string {
  // The Node that runs this test may be of the lock file's packages, without npm.
  execFileSync(process.execPath, [join(ROOT, 'scripts/release.mjs'), '--to', to], { stdio: 'pipe' })
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

/** Packs the unpacked release again as another version, with changed files, beside `archive`. */
export function repack(unpacked: string, archive: string, version: string, changes: Changes = {}): string {
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
  rmSync(stage, { recursive: true })
  return file
}
