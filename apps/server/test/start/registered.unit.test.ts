import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FileJob } from '../../src/platform/files/file-jobs.ts'
import type { LedgerSheet } from '../../src/platform/sheet-import/ledger.ts'

// A module that nobody registers has no route that the tests over all routes could miss.

const SOURCE = new URL('../../src/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, SOURCE), 'utf8')
const sources = globSync('{base,books,features,views}/**/*.ts', { cwd: SOURCE }).map(read)
const exported = (pattern: RegExp) =>
  sources.flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1] ?? ''))
const named = (source: string) => new Set(source.match(/\w+/g))

test('the server registers every table of routes and of files that a module exports', () => {
  const routes = exported(/^export (?:const|function) (\w+Routes(?=: | = \w+\()|register\w+)/gm)
  expect(routes.length).toBeGreaterThan(15)
  const app = named(read('start/modules.ts'))
  expect(routes.filter((name) => !app.has(name))).toEqual([])
})

test('a process that reads spreadsheets finds the jobs of every ledger in its file', async () => {
  // That of payments is made with the rules of features.
  const files = globSync(['{base,books,features,views}/*/sheet/ledger.ts', 'start/*-sheet.ts'], {
    cwd: SOURCE,
    exclude: ['books/payments/**'],
  })
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) {
    const { href } = new URL(file, SOURCE)
    const exported: Record<string, unknown> = await import(href)
    const sheet = Object.values(exported).find(isSheet)
    const jobs = exported.JOBS as FileJob<never, unknown>[] | undefined
    expect([file, sheet?.source]).toEqual([file, href])
    expect([file, jobs?.map(({ name, source }) => [name, source])]).toEqual([
      file,
      ['import', 'preview', 'failed_rows'].map((job) => [`${sheet?.resource}/${job}`, href]),
    ])
  }
})

const isSheet = (value: unknown): value is LedgerSheet<string, unknown> =>
  typeof value === 'object' && value !== null && 'loadRules' in value
