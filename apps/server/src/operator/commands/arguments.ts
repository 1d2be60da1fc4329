import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * What follows a command's name: `--option value` or `--option=value`, and switches, among them `--help` and `--json`. Throws a TypeError of
 * `parseArgs` for an unknown option, one without its value, or a word that belongs to none.
 */
export function commandArguments(
  argv: string[],
  names: string[],
  switches: string[] = [],
): Record<string, string | boolean | undefined> {
  const all = ['help', 'json', ...switches]
  const booleans = Object.fromEntries(all.map((name) => [name, { type: 'boolean' as const }]))
  const strings = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const options: NonNullable<ParseArgsConfig['options']> = { ...strings, ...booleans }
  // None is `multiple`, so no value is a list.
  return parseArgs({ args: joined(argv, names, all), options }).values as Record<
    string,
    string | boolean | undefined
  >
}

/**
 * Writes `--option value` as `--option=value`. `parseArgs` refuses a separate value that begins with a dash, and one opaque code in 64
 * does. A word that is itself an option stays apart, so that a forgotten value is still found.
 */
function joined(argv: string[], names: string[], switches: string[]): string[] {
  const options = new Set([...names, ...switches].map((name) => `--${name}`))
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

/**
 * A secret that is no argument: typed twice on the terminal, which does not show it, or the first line of standard input. `what` names it. Throws
 * in Chinese.
 */
export async function secret(what: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
    if (line === '') throw new Error(`标准输入中没有${what}`)
    return line
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const cancelled = () => Promise.reject(new Error('已取消'))
  // Ctrl+D ends the input, Ctrl+C rejects the question.
  const closed = once(terminal, 'close').then(cancelled)
  const ask = async (question: string) => {
    process.stderr.write(question)
    const typed = await Promise.race([terminal.question('').catch(cancelled), closed])
    process.stderr.write('\n')
    return typed
  }
  try {
    const typed = await ask(`请输入${what}（不显示）：`)
    if ((await ask(`请再次输入${what}：`)) !== typed) throw new Error(`两次输入的${what}不一致`)
    return typed
  } finally {
    closed.catch(() => undefined)
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
