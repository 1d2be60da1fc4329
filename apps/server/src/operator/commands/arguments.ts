import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'

/**
 * What follows a command's name: `--option value` or `--option=value`, and the switches `--help` and `--json`. Throws a TypeError of
 * `parseArgs` for an unknown option, one without its value, or a word that belongs to none.
 */
export function commandArguments(
  argv: string[],
  names: string[],
): Record<string, string | boolean | undefined> {
  const switches = { help: { type: 'boolean' }, json: { type: 'boolean' } } as const
  const strings = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  return parseArgs({ args: joined(argv, names), options: { ...strings, ...switches } }).values
}

/**
 * Writes `--option value` as `--option=value`. `parseArgs` refuses a separate value that begins with a dash, and one opaque code in 64
 * does. A word that is itself an option stays apart, so that a forgotten value is still found.
 */
function joined(argv: string[], names: string[]): string[] {
  const options = new Set([...names, 'help', 'json'].map((name) => `--${name}`))
  const words: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] as string
    const next = argv[at + 1]
    const takesNext = names.includes(word.slice(2)) && options.has(word) && next !== undefined
    if (takesNext && !options.has(next.split('=', 1)[0] as string)) {
      words.push(`${word}=${next}`)
      at++
    } else words.push(word)
  }
  return words
}

/** Resolves a path against the folder the person typed it in (INIT_CWD): npm runs scripts in the project's folder. */
export const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? '', path)

/** What the person types on the terminal; empty where the command was not started on one. */
export async function typed(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}

/** The value of an option that is a whole number from `least`. Throws in Chinese. */
export function wholeNumber(text: string, option: string, least: 0 | 1 = 1): number {
  const value = Number(text)
  if (!/^\d{1,6}$/.test(text) || value < least)
    throw new Error(`须为${least === 0 ? '0或' : ''}正整数：${option}`)
  return value
}
