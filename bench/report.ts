import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Figure, machine } from './bench.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
/** What the README links. */
const FILE = fileURLToPath(new URL('../docs/figures.md', import.meta.url))
const HEAD = `# Figures

Written by \`npm run bench\`: each section by the part of its name, by its last run. A ratio is one of medians, of runs taken in
turns. What they mean, and what is not reached: [performance.md](performance.md).
`

export const TABLE_HEAD = '| what | goal | measured | medians | for a user |\n|---|---|---|---|---|'

export const tableRow = ({ what, goal, ratio, detail, means }: Figure): string =>
  `| ${what} | ${goal} | ${ratio} | ${detail} | ${means} |`

/** The version that is measured; a changed work tree is said. */
function version(): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).trim()
  try {
    return `commit ${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain', '--', 'apps', 'packages', 'bench') ? ' with changes' : ''}`
  } catch {
    return 'no git history'
  }
}

/** Replaces the section of one part; the others stay as their own runs left them. `order`: of the sections. */
export function writeSection(part: string, figures: readonly Figure[], order: readonly string[]): void {
  const sections = readSections()
  const day = new Date().toISOString().slice(0, 10)
  sections.set(
    part,
    `${machine()}, ${version()}, ${day}\n\n${TABLE_HEAD}\n${figures.map(tableRow).join('\n')}`,
  )
  const text = order.flatMap((name) => {
    const body = sections.get(name)
    return body ? [`## ${name}\n\n${body}\n`] : []
  })
  writeFileSync(FILE, [HEAD, ...text].join('\n'))
}

function readSections(): Map<string, string> {
  let text = ''
  try {
    text = readFileSync(FILE, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [name = '', ...rest] = section.split('\n')
        return [name, rest.join('\n').trim()]
      }),
  )
}
