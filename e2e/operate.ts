import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ADMIN = fileURLToPath(new URL('../apps/server/src/admin.ts', import.meta.url))

/** The environment of an operator's program for the data folder of a running server. */
export function operatorEnv(dataFolder: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: dataFolder }
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'PUBLIC_URL', 'NODE_ENV', 'SITE'])
    delete env[name]
  // The database of the server at E2E_BASE_URL, if it is not its embedded one.
  if (process.env.E2E_DATABASE_URL) env.DATABASE_URL = process.env.E2E_DATABASE_URL
  return env
}

/** Runs an operator's command on the data folder of a running server; returns the JSON of its last line. A password is read from standard input. */
export async function operateOn(
  dataFolder: string,
  command: string,
  { password, ...options }: Record<string, string>,
): Promise<{ code: string }> {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  if (password !== undefined) args.push('--password')
  const running = run(process.execPath, [ADMIN, command, ...args, '--json'], {
    env: operatorEnv(dataFolder),
  })
  running.child.stdin?.end(password && `${password}\n`)
  const { stdout } = await running
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { code: string }
}
