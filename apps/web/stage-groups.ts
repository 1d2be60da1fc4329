import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const STAGES = new URL('stages.ts', import.meta.url)

const PUBLIC_PAGES = /\/(study|about)\.html$/

/** Reads `stages.ts`: the files that each stage imports. */
function readStages(): Map<string, Set<string>> {
  const stages = new Map<string, Set<string>>()
  for (const [, name = '', body = ''] of readFileSync(STAGES, 'utf8').matchAll(
    /^ {2}'?([\w-]+)'?: \(\) => \[(.*?)\],$/gms,
  )) {
    const files = [...body.matchAll(/import\('(.+?)'\)/g)].map(([, file = '']) =>
      fileURLToPath(file.startsWith('.') ? new URL(file, STAGES) : import.meta.resolve(file)),
    )
    const missing = files.find((file) => !existsSync(file))
    if (missing) throw new Error(`stages.ts: the stage ${name} imports ${missing}, which is not there`)
    stages.set(name, new Set(files))
  }
  return stages
}

/** The groups of `output.codeSplitting`. Code that several stages share goes to the earliest of them, which has the highest priority. */
export function stageGroups() {
  const stages = [...readStages()]
  return stages.map(([name, files], index) => ({
    name,
    priority: stages.length - index,
    ...(name === 'login'
      ? { tags: ['$initial' as const] }
      : { test: (id: string) => files.has(id) || (name === 'public' && PUBLIC_PAGES.test(id)) }),
  }))
}
