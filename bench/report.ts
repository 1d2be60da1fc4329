import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Figure, machine } from './bench.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
/** The figures that the README links to. */
const FILE = fileURLToPath(new URL('../docs/figures.md', import.meta.url))
const HEAD = `# Figures

Written by \`npm run bench\`: each section by the last run of the part of that name. A ratio is a ratio of medians; the two sides are
measured alternately. What they mean, and which goals are missed: [performance.md](performance.md).
`

export const TABLE_HEAD = '| what | goal | measured | medians | for a user |\n|---|---|---|---|---|'

export const tableRow = ({ what, goal, ratio, detail, means }: Figure): string =>
  `| ${what} | ${goal} | ${ratio} | ${detail} | ${means} |`

/** The measured commit, with a note if the work tree differs from it. */
function version(): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).trim()
  try {
    return `commit ${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain', '--', 'apps', 'packages', 'bench') ? ' with changes' : ''}`
  } catch {
    return 'no git history'
  }
}

/** Replaces the section of one part and keeps the others. `order`: the names of all sections, in the file's order. */
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
