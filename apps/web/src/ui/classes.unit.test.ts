import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCE = new URL('../', import.meta.url)
const read = (path: string | URL) => readFileSync(new URL(path, SOURCE), 'utf8')
const sheets = globSync('**/*.module.css', { cwd: SOURCE })
const parts = globSync('**/*.{ts,tsx}', { cwd: SOURCE, exclude: (path) => path.includes('.test.') })
const classesIn = (css: string) =>
  new Set(
    [...css.replace(/\/\*.*?\*\/|"[^"]*"/gs, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name),
  )
const declarations = (body: string) =>
  body
    .trim()
    .split(/\s*\n\s*/)
    .sort()
    .join(' ')

/** The classes that a part takes of a stylesheet: by the sheet's address. */
function taken(part: string): [string, string][] {
  const text = read(part)
  return [...text.matchAll(/^import (\w+) from '(.+\.module\.css)'$/gm)].flatMap(([, id, path = '']) =>
    [...text.matchAll(new RegExp(`(?<![/\\w])${id}\\.(\\w+)`, 'g'))].map(
      ([, name = '']): [string, string] => [new URL(path, new URL(part, SOURCE)).href, name],
    ),
  )
}

test('a class that a part takes of a stylesheet is in it', () => {
  const missing = parts.flatMap((part) =>
    taken(part)
      .filter(([sheet, name]) => !classesIn(read(new URL(sheet))).has(name))
      .map(([, name]) => `${part} ${name}`),
  )
  expect(missing).toEqual([])
})

test('a class without a stylesheet is one that all share', () => {
  // antd aligns icons by `anticon`.
  const global = ['ui/tokens.css', 'ui/classes.css', 'ui/page/print/print.css'].map(read).join('')
  const shared = classesIn(global).add('anticon')
  const unknown = parts.flatMap((part) =>
    [...read(part).matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain, template]) =>
      (plain ?? template ?? '')
        .replace(/\$\{[^}]*\}/g, ' ')
        .split(/\s+/)
        .filter((name) => name && !shared.has(name))
        .map((name) => `${part} ${name}`),
    ),
  )
  expect(unknown).toEqual([])
})

test('no stylesheet says again what a shared class says', () => {
  const shared = new Set(
    [...read('ui/classes.css').matchAll(/^:root \.\w+ \{\n(.*?)\n\}$/gms)].map(([, body = '']) =>
      declarations(body),
    ),
  )
  expect(shared.size).toBe(9)
  const again = sheets.flatMap((sheet) => {
    const css = read(sheet)
    return [...css.matchAll(/^\.([\w-]+) \{\n([^{}]*?)\n\}$/gm)]
      .filter(
        ([, name = '', body = '']) =>
          shared.has(declarations(body)) && css.split(new RegExp(`\\.${name}\\b`)).length === 2,
      )
      .map(([, name]) => `${sheet} ${name}`)
  })
  expect(again).toEqual([])
})
