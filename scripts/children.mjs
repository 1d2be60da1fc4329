// Every child process of a script is started here, so that all of them end when the script gets a signal.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Each child with the signal that ends it cleanly. */
const running = new Map()
let signalled = false
let stopping = false

/** Whether a signal to end has arrived; nothing is started after that. */
export const interrupted = () => signalled || stopping

/**
 * Signals each child once. On Ctrl-C the terminal already signals the whole process group, and a second signal makes some programs
 * skip their clean-up: so after SIGINT only children that still run a second later get one.
 */
function signalChildren() {
  if (signalled) return
  signalled = true
  for (const [child, signal] of running) child.kill(signal)
}
process.on('SIGTERM', signalChildren)
process.on('SIGHUP', signalChildren)
process.on('SIGINT', () => {
  stopping = true
  setTimeout(signalChildren, 1_000).unref()
})

// npm starts scripts by a shell that may die of SIGTERM without forwarding it; then only our parent pid changes.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && signalChildren(), 250).unref()
}

/** Runs a program with our stdio; resolves with its exit status, 128 + n for signal n as in a shell. */
export async function foreground(program, args, options = {}) {
  return (await run(program, args, { stdio: 'inherit', ...options })).code
}

/** Runs a program and captures what it prints: resolves with `{ code, output }`. */
export function capture(program, args, options = {}) {
  return run(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
}

/** Runs programs in parallel with our stdio; when one exits, the others are ended. Resolves with the status of the first. */
export async function together(programs) {
  const all = programs.map(({ program, args, options }) => foreground(program, args, options))
  const first = await Promise.race(all)
  signalChildren()
  await Promise.all(all)
  return first
}

function run(program, args, options) {
  return new Promise((resolve) => {
    if (interrupted()) return resolve({ code: 130, output: '' })
    const { endSignal = 'SIGTERM', ...rest } = options
    const child = spawn(program, args, { cwd: root, ...rest })
    running.set(child, endSignal)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    const end = (code) => {
      running.delete(child)
      resolve({ code, output })
    }
    child.once('error', (error) => {
      output += String(error)
      end(127)
    })
    child.once('close', (code, signal) => end(code ?? 128 + constants.signals[signal]))
  })
}
