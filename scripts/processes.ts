import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Command lines of the processes whose environment or command line names a folder. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
        return line !== '' && (line + environment).includes(folder) ? [line] : []
      } catch {
        // It has ended meanwhile, or belongs to somebody else.
        return []
      }
    })
}

/** Starts a program in the checkout, in a process group of its own, with this folder for its temporary files. */
export const started = (program: string, args: string[], folder: string, cwd = ROOT): ChildProcess =>
  spawn(program, args, {
    cwd,
    detached: true,
    stdio: 'ignore',
    // vitest's own would make a nested run behave as a part of this one.
    env: Object.fromEntries(
      Object.entries({ ...process.env, TMPDIR: folder }).filter(
        ([name]) => !/^(VITEST|TEST|NODE_ENV)/.test(name),
      ),
    ),
  })
