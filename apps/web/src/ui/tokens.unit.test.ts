import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCE = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, SOURCE), 'utf8')
const TOKENS = new Map(
  [...read('ui/tokens.css').matchAll(/^ {2}(--[\w-]+): ([^;]+);/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)
const sheets = globSync('**/*.css', { cwd: SOURCE }).filter(
  (path) => path !== 'ui/tokens.css' && !path.startsWith('modules/public/'),
)

test("no stylesheet gives a token's name to something else: what is inside would get it, too", () => {
  const redefined = sheets.flatMap((path) =>
    [...read(path).matchAll(/^\s+(--[\w-]+):/gm)]
      .filter(([, name = '']) => TOKENS.has(name))
      .map(([, name]) => `${path} ${name}`),
  )
  expect(redefined).toEqual([])
})

test('sizes of text, corners and gaps that have a token are written as it', () => {
  const valuesOf = (prefix: string) =>
    [...TOKENS].filter(([name]) => name.startsWith(prefix)).map(([, value]) => value)
  const kinds = {
    'font-size': valuesOf('--font-'),
    'border-radius': valuesOf('--radius'),
    gap: valuesOf('--space'),
  }
  expect(Object.values(kinds).map(({ length }) => length)).toEqual([5, 4, 5])
  const literal = sheets.flatMap((path) =>
    Object.entries(kinds).flatMap(([property, values]) =>
      [...read(path).matchAll(new RegExp(`^\\s+${property}: ([^;(]+);`, 'gm'))]
        .filter(([, written = '']) => written.split(' ').some((value) => values.includes(value)))
        .map(([line]) => `${path} ${line.trim()}`),
    ),
  )
  expect(literal).toEqual([])
})
