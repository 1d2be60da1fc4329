import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A module that nobody registers has no route that the tests over all routes could miss.

const SOURCE = new URL('../../src/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, SOURCE), 'utf8')
const sources = globSync('modules/**/*.ts', { cwd: SOURCE }).map(read)
const exported = (pattern: RegExp) =>
  sources.flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1] ?? ''))
const named = (source: string) => new Set(source.match(/\w+/g))

test('the server registers every table of routes and of files that a module exports', () => {
  const routes = exported(/^export (?:const|function) (\w+Routes(?=: | = \w+\()|register\w+)/gm)
  expect(routes.length).toBeGreaterThan(15)
  const app = named(read('start/app.ts'))
  expect(routes.filter((name) => !app.has(name))).toEqual([])
})

test('the process that reads spreadsheets knows the sheet of every ledger', () => {
  const sheets = exported(/^export const (\w+): LedgerSheet</gm)
  expect(sheets.length).toBeGreaterThan(1)
  const worker = read('start/file-worker.ts')
  expect(sheets.filter((name) => !worker.includes(`sheetJobs(${name})`))).toEqual([])
})
