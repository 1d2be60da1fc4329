import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Connection } from '../../src/operator/commands/connect.ts'
import { COMMANDS } from '../../src/start/commands.ts'
import type { TestApp } from '../harness/harness.ts'

const ADMIN = fileURLToPath(new URL('../../src/admin.ts', import.meta.url))

/** Runs an operator's command without a command line and in this process, on these services. */
export async function runCommand(
  connection: Partial<Connection> & Pick<Connection, 'services'>,
  name: string,
  values: Record<string, string> = {},
) {
  const command = COMMANDS.find((one) => one.name === name)
  if (!command) throw new Error(`no command ${name}`)
  return await command.run(connection as Connection, values)
}

interface Ended {
  /** The exit code; null if a signal ended the process. */
  status: number | null
  out: string
  err: string
}

type Target = { databaseUrl: string; services: { config: { dataDir: string } } }

const environmentOf = (app: Target) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: app.services.config.dataDir,
  SECRET: 'a-secret-of-the-tests',
})

/** Starts the operator's command line in a process of its own, on the app's database and data folder, with these settings besides. */
export function startCommandLine(
  app: Target,
  args: readonly string[],
  settings: Record<string, string> = {},
  input?: Readable,
): { child: ChildProcess; ended: Promise<Ended> } {
  const env = { ...environmentOf(app), ...settings }
  const child = spawn(process.execPath, [ADMIN, ...args], { env, stdio: 'pipe' })
  if (input) input.pipe(child.stdin)
  else child.stdin.end()
  const end = async (): Promise<Ended> => {
    const [[status], out, err] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ])
    return { status, out, err }
  }
  return { child, ended: end() }
}

/** Runs the operator's command line to its end. */
export const typeCommand = (app: TestApp, ...args: string[]): Promise<Ended> =>
  startCommandLine(app, args).ended

/** Runs a command line on a terminal (`script` of util-linux), where each answer is typed when a question ends in `：`; returns what the terminal showed. */
export async function typeOn(app: Target, line: string, answers: readonly string[]): Promise<string> {
  const command = `'${process.execPath}' '${ADMIN}' ${line}`
  const child = spawn('script', ['--quiet', '--command', command, '/dev/null'], { env: environmentOf(app) })
  const rest = [...answers]
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (shown.endsWith('：')) child.stdin.write(`${rest.shift() ?? ''}\r`)
  })
  await once(child, 'close')
  return shown
}
