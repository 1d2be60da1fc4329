// Started by `inRunFolder` with a pipe as its input, which closes when the run has ended in whatever way. Then it ends the processes that the
// run has left, and removes the run's folder.
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const [folder] = process.argv.slice(2)
const PATIENCE_MS = 5_000
const GIVE_UP_MS = 60_000

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.stdin.resume()
await once(process.stdin, 'close')
const began = Date.now()
const asked = new Set()
while (!removed()) {
  for (const { pid, postgres } of processesOf(folder)) {
    // PostgreSQL gives its shared memory back only if it ends by itself.
    if (!postgres || Date.now() - began > PATIENCE_MS) send(pid, 'SIGKILL')
    else if (!asked.has(pid)) send(pid, 'SIGQUIT')
    asked.add(pid)
  }
  await sleep(20)
}

/** Removes the folder once nothing writes into it any more. */
function removed() {
  if (processesOf(folder).length > 0) return false
  try {
    rmSync(folder, { recursive: true, force: true })
    return true
  } catch (error) {
    if (Date.now() - began > GIVE_UP_MS) throw error
    return false
  }
}

/** Processes with the folder in their environment, where it is TMPDIR; PostgreSQL has none or writes its title over it, but works in its data folder. */
function processesOf(run) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => {
      try {
        const read = (file) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
        const [program = ''] = read('cmdline').split('\0')
        const postgres = program.startsWith('postgres:') || ['postgres', 'initdb'].includes(basename(program))
        const ours = postgres
          ? readlinkSync(`/proc/${pid}/cwd`).startsWith(`${run}/`)
          : read('environ').includes(run)
        return ours && program !== '' ? [{ pid: Number(pid), postgres }] : []
      } catch {
        // It has ended meanwhile, or belongs to somebody else.
        return []
      }
    })
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
