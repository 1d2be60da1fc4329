import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Browser {
  executablePath: string
  args: string[]
  /** The complete environment to start it with. */
  env: Record<string, string>
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const require = createRequire(import.meta.url)

/**
 * The Chromium of the npm package, else one installed on this machine, with a Chinese font. The package's comes first: it is the same on every
 * machine, and as a headless shell it takes half the time of a full browser.
 */
export async function chromiumExecutable(): Promise<Browser> {
  const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
  args.push('--disable-component-update', '--disable-sync', '--disable-dev-shm-usage')
  // Chromium's sandbox refuses root.
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  const env = { ...(process.env as Record<string, string>), ...fonts() }
  // Without a locale, Chromium names a download with a Chinese name “download”.
  if (!env.LC_ALL && !env.LANG) env.LC_ALL = 'C.UTF-8'
  const folder = unpacked()
  const executablePath = join(folder, 'chromium')
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter)
  const withLibraries = { ...env, LD_LIBRARY_PATH: libraries }
  if (!starts(executablePath, withLibraries)) {
    const found = onThisMachine()
    if (found) return { executablePath: found, args, env }
  }
  // The sandbox needs a setuid helper or user namespaces, which containers and many servers do not allow.
  if (!args.includes('--no-sandbox')) args.push('--no-sandbox')
  return { executablePath, args, env: withLibraries }
}

/** Whether a file of that name runs: it may be for another CPU, or on Ubuntu a stub for a snap. */
const starts = (path: string, env = process.env): boolean =>
  spawnSync(path, ['--version'], { env, timeout: 120_000 }).status === 0

function onThisMachine(): string | undefined {
  for (const name of NAMES)
    for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
      const path = join(folder, name)
      if (existsSync(path) && starts(path)) return path
    }
  return undefined
}

/** Unpacks the package's browser once; renamed when complete, so that concurrent runs and kills leave no partial one. */
function unpacked(): string {
  const main = require.resolve('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(dirname(dirname(main)), 'package.json'), 'utf8')) as {
    version: string
  }
  const cache = cacheFolder()
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  const fresh = mkdtempSync(join(cache, '.new-'))
  // The package unpacks into TMPDIR and trusts existing files there, so it gets an empty folder.
  const code = `
    import { join } from 'node:path'
    import chromium, { inflate } from '@sparticuz/chromium'
    await chromium.executablePath()
    await inflate(join(${JSON.stringify(join(dirname(dirname(main)), 'bin'))}, 'al2023.tar.br'))`
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: fresh, NODE_OPTIONS: '' },
    encoding: 'utf8',
  })
  if (result.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(`unpacking Chromium failed: ${result.stderr}`)
  }
  for (const path of [fresh, join(fresh, 'chromium')]) chmodSync(path, 0o755)
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** A folder in the project, or if that is not writable, a private one in the temp folder. */
export function cacheFolder(): string {
  const inProject = join(ROOT, '.cache')
  try {
    mkdirSync(inProject, { recursive: true })
    accessSync(inProject, constants.W_OK)
    return inProject
  } catch {
    const own = join(tmpdir(), `pianzhang-cache-${process.getuid?.()}`)
    mkdirSync(own, { recursive: true, mode: 0o700 })
    const { uid, mode } = statSync(own)
    if (uid !== process.getuid?.() || mode & 0o022) throw new Error(`${own} is not ours alone`)
    return own
  }
}

/** The folder of Node's compile cache for the tests' servers and commands: without one, compiling is half of their start. */
export const compiled = (): { NODE_COMPILE_CACHE: string } => ({
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cacheFolder(), 'node'),
})

/**
 * A fontconfig file that adds the packaged Chinese font to the machine's and puts it before them: a machine with DejaVu would take that for digits and
 * Latin. The font must be OTF or TTF, as Chromium ignores WOFF.
 */
function fonts(): Record<string, string> {
  if (process.env.FONTCONFIG_FILE) return {}
  const folder = fontFolder()
  if (!folder) return {}
  const cache = cacheFolder()
  const file = join(cache, 'fonts.conf')
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}</dir>
  <cachedir>${join(cache, 'fontconfig')}</cachedir>
  <match target="pattern">
    <test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Noto Sans S Chinese</string></edit>
  </match>
</fontconfig>
`
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, text)
  renameSync(fresh, file)
  return { FONTCONFIG_FILE: file }
}

function fontFolder(): string | undefined {
  try {
    return join(dirname(dirname(require.resolve('@embedpdf/fonts-sc'))), 'fonts')
  } catch {
    return undefined
  }
}
