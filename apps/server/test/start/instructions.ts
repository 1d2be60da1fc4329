import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './release.ts'

/** What a page of docs/运维 asks the operator to do: commands to type, or a file to write. */
export type Instruction =
  | { kind: 'commands'; text: string; line: number }
  | { kind: 'write' | 'append'; path: string; text: string; line: number }

const PAGES = join(ROOT, 'docs/运维')

/** Blocks that are files; the line before one names its path, 写成 or 末尾加上. */
const FILES = ['ini', 'json', 'conf', 'bash']

/**
 * The instructions of a page in its order (docs/development.md). `walk`: the word behind the language of a block; blocks without one are the walk
 * from an empty machine. Throws for a block of a file whose path is not named.
 */
export function instructionsOf(page: string, walk = ''): Instruction[] {
  const lines = readFileSync(join(PAGES, page), 'utf8').split('\n')
  const found: Instruction[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const opened = /^```(\w+)(?: (\S+))?$/.exec(lines[at] ?? '')
    if (!opened) continue
    const end = lines.indexOf('```', at + 1)
    const [, language = '', of = ''] = opened
    const text = `${lines.slice(at + 1, end).join('\n')}\n`
    const line = at + 1
    if (of === walk && language === 'sh') found.push({ kind: 'commands', text, line })
    else if (of === walk && FILES.includes(language))
      found.push({ ...fileOf(page, lines.slice(0, at)), text, line })
    at = end
  }
  return found
}

const IN_WALKS = new RegExp(`^\`\`\`(?:sh|${FILES.join('|')})(?: (.+))?$`, 'gm')

/** The walks of all pages: `page name` for blocks of commands or of a file with the word `name`, `page` for blocks without a word. */
export const walksOf = (): string[] => {
  const found = readdirSync(PAGES).flatMap((page) =>
    [...readFileSync(join(PAGES, page), 'utf8').matchAll(IN_WALKS)].map(([, walk = '']) =>
      `${page} ${walk}`.trim(),
    ),
  )
  return [...new Set(found)].sort()
}

function fileOf(page: string, before: readonly string[]): { kind: 'write' | 'append'; path: string } {
  const words = before.findLast((line) => line.trim() !== '') ?? ''
  const [, path] = /`(\/[^`]+)`[^`]*(写成|末尾加上)/.exec(words) ?? []
  if (!path) throw new Error(`${page}: no path before a file: ${words}`)
  return { kind: words.includes('末尾加上') ? 'append' : 'write', path }
}
