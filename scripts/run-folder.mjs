import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statfsSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './children.mjs'

const MEMORY = '/dev/shm'
/** Bytes. A run uses up to about 1.5 GB of files, and its processes as much again. */
const ROOM = 8 * 2 ** 30

/**
 * The file system in memory, where making and dropping a database costs a third, if there is room for a run and programs may be started from it;
 * else the machine's folder for temporary files, as where somebody has set TMPDIR.
 */
function parentFolder() {
  if (process.env.TMPDIR) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
    const options = mounts.findLast((line) => line.split(' ')[1] === MEMORY)?.split(' ')[3] ?? ''
    // Of the control group, where the run has one.
    const memory = process.availableMemory?.() ?? freemem()
    accessSync(MEMORY, constants.W_OK)
    if (Math.min(bavail * bsize, memory) >= ROOM && !options.split(',').includes('noexec')) return MEMORY
  } catch {
    // This machine has none.
  }
  return tmpdir()
}

/**
 * Runs `work` with a folder of its own for temporary files. However this process ends, a guard ends what it started and removes the folder. `onDisk`:
 * it is on the machine's disk, also where there is room in memory.
 */
export async function inRunFolder(work, { onDisk = false } = {}) {
  const folder = realpathSync(mkdtempSync(join(onDisk ? tmpdir() : parentFolder(), 'pianzhang-run-')))
  // Some tests start a program as a user without rights, who must get to what is in it.
  chmodSync(folder, 0o711)
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
