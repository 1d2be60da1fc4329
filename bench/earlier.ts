import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Bench, startBench } from './bench.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** The server of an earlier commit, run beside the current one with its own company and database. */
export interface Earlier {
  bench: Bench
  /** Its source. */
  folder: string
  stop(): Promise<void>
}

/**
 * `page`: builds its page too. Null, with a printed note, if the commit is not in the history (a shallow clone, or no
 * repository).
 */
export async function startEarlier(commit: string, { page = false } = {}): Promise<Earlier | null> {
  const git = (...args: string[]) => run('git', ['-C', ROOT, ...args])
  try {
    await git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    console.error(`SKIPPED: no commit ${commit} in this git history, so nothing is compared with it`)
    return null
  }
  const folder = await mkdtemp(join(tmpdir(), 'pianzhang-bench-earlier-'))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10 })
  try {
    await git('archive', '--output', join(folder, 'code.tar'), commit)
    await run('tar', ['-xf', join(folder, 'code.tar'), '-C', folder])
    await linkPackages(folder)
    if (page) await buildPage(folder, commit)
    const bench = await startBench(folder)
    return {
      bench,
      folder,
      stop: async () => {
        await bench.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Links the installed packages; the workspaces are those of the folder. */
async function linkPackages(folder: string): Promise<void> {
  const own = join(folder, 'node_modules', '@pianzhang')
  await mkdir(own, { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@pianzhang' && name !== '@node-rs')
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  const { workspaces } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  for (const path of workspaces) await symlink(join(folder, path), join(own, basename(path)))
  await giveArgon2(folder)
}

/** Puts our argon2 in the place of @node-rs/argon2, which commits before e813b74f import and which is no longer installed. */
async function giveArgon2(folder: string): Promise<void> {
  const ours = pathToFileURL(join(ROOT, 'apps/server/src/platform/login/argon2.ts'))
  const own = join(folder, 'node_modules/@node-rs/argon2')
  await mkdir(own, { recursive: true })
  await writeFile(join(own, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
  await writeFile(
    join(own, 'index.js'),
    `import { hashNow, verifyNow } from '${ours}'
export const hash = async (password, parameters) => hashNow(password, parameters)
export const verify = async (stored, password) => verifyNow(stored, password)
`,
  )
}

/**
 * Builds the page, or copies it from the temporary folder, as Vite takes half a minute; kept per commit and package
 * versions.
 */
async function buildPage(folder: string, commit: string): Promise<void> {
  const versions = createHash('sha256').update(await readFile(join(ROOT, 'package-lock.json')))
  const kept = join(tmpdir(), `pianzhang-bench-page-${commit}-${versions.digest('hex').slice(0, 12)}`)
  const dist = join(folder, 'apps/web/dist')
  if (!existsSync(kept)) {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
    await run(process.execPath, [vite, 'build'], { cwd: join(folder, 'apps/web') })
    const fresh = await mkdtemp(`${kept}-`)
    await cp(dist, fresh, { recursive: true })
    // Another run may have been faster.
    await rename(fresh, kept).catch(() => rm(fresh, { recursive: true }))
    return
  }
  await cp(kept, dist, { recursive: true })
}
