// Every program that a script starts goes through here, so that all end when the script is told to end.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Each child with the signal by which it ends in good order. */
const running = new Map()
let told = false
let stopping = false

/** Whether we were told to end; nothing is started after that. */
export const interrupted = () => told || stopping

/**
 * SIGTERM and SIGINT are handed on exactly once. Of a Ctrl-C the terminal tells the whole group itself, and two signals make
 * some programs drop everything: there we only step in for a child that is still here after a second.
 */
function tell() {
  if (told) return
  told = true
  for (const [child, signal] of running) child.kill(signal)
}
process.on('SIGTERM', tell)
process.on('SIGHUP', tell)
process.on('SIGINT', () => {
  stopping = true
  setTimeout(tell, 1_000).unref()
})

// npm puts a shell in between that may die of a SIGTERM without handing it on: all we see of that is a new parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && tell(), 250).unref()
}

/** Runs a program on our terminal; resolves with its status, a signal as the shell counts it. */
export async function foreground(program, args, options = {}) {
  return (await run(program, args, { stdio: 'inherit', ...options })).code
}

/** Runs a program and keeps what it prints: `{ code, output }`. */
export function capture(program, args, options = {}) {
  return run(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
}

/** Runs programs side by side on our terminal; when one ends, all end. Resolves with the status of the first to end. */
export async function together(programs) {
  const all = programs.map(({ program, args, options }) => foreground(program, args, options))
  const first = await Promise.race(all)
  tell()
  await Promise.all(all)
  return first
}

function run(program, args, options) {
  return new Promise((resolve) => {
    if (interrupted()) return resolve({ code: 130, output: '' })
    const { endWith = 'SIGTERM', ...rest } = options
    const child = spawn(program, args, { cwd: root, ...rest })
    running.set(child, endWith)
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
