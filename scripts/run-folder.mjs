import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './children.mjs'

/** Runs `work` with a folder of its own for temporary files. However this process ends, a guard ends what it started and removes the folder. */
export async function inRunFolder(work) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pianzhang-run-')))
  const guard = spawn(process.execPath, [join(root, 'scripts/guard.mjs'), folder], {
    // A session of its own: neither Ctrl-C nor a kill of our process group may reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(guard, 'close')
  process.env.TMPDIR = folder
  try {
    return await work()
  } finally {
    guard.stdin.end()
    await ended
  }
}
