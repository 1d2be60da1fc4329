import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { capture, foreground, root } from './children.mjs'
import { ensureBuilt, ensureInstalled, Failure, main } from './install.mjs'
import { licences } from './release/licences.mjs'
import { secretKeyOf, signFile } from './release/sign.mjs'
import { prune, sums, version } from './release/stage.mjs'
import { packages } from './workspaces.mjs'

// `npm run release [-- --arch arm64] [-- --to folder]`: one archive with everything that a bare Linux machine needs. RELEASE_KEY_FILE: the file of
// minisign's secret key that signs it.

const { version: number } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Files and folders in the archive besides `node_modules`. */
const PARTS = [
  'package.json',
  'apps/server/package.json',
  'apps/server/src',
  'apps/server/migrations',
  'apps/web/package.json',
  'apps/web/dist',
  ...packages.flatMap((folder) => [`${folder}/package.json`, `${folder}/src`]),
  'README.md',
  // What an operator or a user reads; the other documents are for who develops.
  'docs/运维',
  'docs/使用指南.md',
  'docs/pictures',
  'docs/examples',
]
const FROM_DEPLOY = ['pianzhang', 'operator', 'systemd', 'pianzhang.env', 'compose.yaml']
/** The hash by which `ensureBuilt` knows the sources of the built page. Not packed, as a release builds nothing. */
const BUILD_HASH = '.build-hash'

await main(async () => {
  const { values } = parseArgs({ options: { arch: { type: 'string' }, to: { type: 'string' } } })
  const arch = values.arch ?? process.arch
  if (!['x64', 'arm64'].includes(arch))
    throw new Failure(`没有平台 linux-${arch} 的 Node 和 PostgreSQL：--arch x64 或 arm64`)
  const signer = readSigner()
  await ensureInstalled()
  await ensureBuilt()
  const name = `pianzhang-${number}-linux-${arch}`
  const folder = mkdtempSync(join(tmpdir(), 'pianzhang-release-'))
  try {
    const stage = join(folder, name)
    for (const part of PARTS)
      cpSync(join(root, part), join(stage, part), {
        recursive: true,
        filter: (path) => basename(path) !== BUILD_HASH,
      })
    await install(stage, arch)
    const about = await version(stage, arch, signer?.publicKey ?? 'none')
    writeFileSync(join(stage, 'VERSION'), about.text)
    writeFileSync(join(stage, 'LICENSES.txt'), licences(stage, root))
    prune(stage, arch)
    for (const part of FROM_DEPLOY) cpSync(join(root, 'deploy', part), join(stage, part), { recursive: true })
    writeFileSync(join(stage, 'SHA256SUMS'), await sums(stage))
    const to = resolve(values.to ?? join(root, 'dist'))
    mkdirSync(to, { recursive: true })
    const file = join(to, `${name}.tar.gz`)
    await pack(folder, name, file, about.seconds)
    const [sum] = (await run('sha256sum', [file])).split(' ')
    writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`)
    console.log(`${file}（${(statSync(file).size / 1_000_000).toFixed(1)} MB）\n${file}.sha256`)
    rmSync(`${file}.minisig`, { force: true })
    if (signer) {
      const comment = `timestamp:${about.seconds}\tfile:${basename(file)}\thashed`
      writeFileSync(`${file}.minisig`, await signFile(file, signer, comment))
      console.log(`${file}.minisig\n公钥：${signer.publicKey}`)
    } else console.log('没有签名：未设置环境变量 RELEASE_KEY_FILE')
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The key that signs the archive, whose public key goes into the release; null: it is not signed. */
function readSigner() {
  const path = process.env.RELEASE_KEY_FILE
  if (!path) return null
  try {
    return secretKeyOf(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Failure(`环境变量 RELEASE_KEY_FILE 指定的文件 ${path} 不能用于签名：${error.message}`)
  }
}

/** Installs the server's packages of the lock file, for `arch`. Without install scripts, whose work `prune` does. */
async function install(stage, arch) {
  for (const file of ['package-lock.json', '.npmrc']) cpSync(join(root, file), join(stage, file))
  const only = [...packages, 'apps/server'].map((folder) => `--workspace=${folder}`)
  const target = ['--os=linux', `--cpu=${arch}`, '--libc=glibc', '--include=optional']
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', '--ignore-scripts']
  const code = await foreground(
    'npm',
    ['ci', '--omit=dev', ...only, '--include-workspace-root', ...target, ...quiet],
    {
      cwd: stage,
      stdio: ['ignore', 2, 2],
    },
  )
  if (code !== 0) throw new Failure(`依赖安装失败（npm ci：${code}）。请检查网络后重试。`)
  for (const file of ['package-lock.json', '.npmrc']) rmSync(join(stage, file))
}

/** Sorted, with the commit's time, without owners and without gzip's name and time: the same sources make the same archive. */
async function pack(folder, name, file, seconds) {
  const same = [
    '--sort=name',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
  ]
  await run('tar', [...same, '--mode=u+rwX,go+rX,go-w', '-I', 'gzip -n', '-cf', file, '-C', folder, name])
}

async function run(program, args) {
  const { code, output } = await capture(program, args)
  if (code !== 0) throw new Failure(`${program} 失败（${code}）：${output.trim()}`)
  return output
}
