import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from './test.ts'

const run = promisify(execFile)
const SCRIPT = fileURLToPath(new URL('notify.ts', import.meta.url))

export interface Sent {
  /** Phone number of whom the notices are for. */
  phone: string
  /** The project's code. */
  project: string
  notices: readonly { title: string; text: string; path: string; about: string }[]
  /** What has been decided. */
  settled?: string
}

/** Sends notices by the server's own function, on this worker's database. */
export async function sendNotices(sent: Sent): Promise<void> {
  const folder = process.env.E2E_DATA_DIR
  test.skip(!folder, 'E2E_DATA_DIR names the data folder of the server at E2E_BASE_URL')
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: folder }
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'PUBLIC_URL', 'NODE_ENV', 'SITE'])
    delete env[name]
  if (process.env.E2E_DATABASE_URL) env.DATABASE_URL = process.env.E2E_DATABASE_URL
  await run(process.execPath, [SCRIPT, JSON.stringify(sent)], { env })
}
