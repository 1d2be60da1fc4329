import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const TESTS = new URL('../', import.meta.url)
const ROOT = new URL('../../../', TESTS)
const PAIRS = readFileSync(new URL('docs/pairs.md', ROOT), 'utf8')

/** The tests that a cell of the last column names, written as: file in backticks, colon, titles separated by semicolons. */
function* testsIn(cell: string): Generator<{ file: string; title: string }> {
  for (const [, file = '', titles = ''] of cell.matchAll(/`([\w/-]+)`: ([^`]*)/g))
    for (const title of titles.split(';'))
      if (title.trim() !== '' && !/^\s*cashier:/.test(title)) yield { file, title: title.trim() }
}

const CELLS = PAIRS.split('## Pairs without a test')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.replace(/ \|$/, '').split(' | ').at(-1) ?? '')
const NAMED = (CELLS ?? []).flatMap((cell) => [...testsIn(cell)])

/** Names begin with `e2e/` for browser tests, with `web/` for those of the page. */
function pathOf(file: string): URL {
  if (file.startsWith('e2e/')) return new URL(`${file}.spec.ts`, ROOT)
  if (file.startsWith('web/')) return new URL(`apps/web/src/${file.slice(4)}.unit.test.ts`, ROOT)
  return new URL(`${file}.test.ts`, TESTS)
}

test('the table of pairs names tests that are there', () => {
  expect(NAMED.length).toBeGreaterThan(120)
  const missing = NAMED.filter(({ file, title }) => {
    const path = pathOf(file)
    return !existsSync(path) || !readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(title)
  })
  expect(missing).toEqual([])
})
