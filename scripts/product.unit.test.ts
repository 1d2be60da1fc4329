import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { moduleCircles, productFiles } from './product.mjs'

const ROOT = new URL('../', import.meta.url)
const WORD = /\w+/g
/** A script of the public pages, which nothing imports, but which is a module only with an export. */
const ALONE = 'apps/web/src/modules/public/carousel.ts'

test.each(['apps/server/src', 'apps/web/src'])('the modules of %s import each other in no circle', (app) => {
  expect(moduleCircles(productFiles(), app)).toEqual([])
})

test('a circle of modules is found, also across floors', () => {
  const one = (module: string, other: string) =>
    [`apps/server/src/${module}/a.ts`, `import { a } from '../../${other}/a.ts'`] as const
  const files = new Map([one('base/x', 'books/y'), one('books/y', 'views/z'), one('views/z', 'base/x')])
  expect(moduleCircles(files, 'apps/server/src')).toEqual(['x → y → z → x'])
})

test('what a file exports is a word of another file, too', () => {
  const product = [...productFiles()].filter(([path]) => /\.tsx?$/.test(path) && path !== ALONE)
  const others = globSync('{apps/*,packages/*,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  const files = new Map(others.map((path) => [path, readFileSync(new URL(path, ROOT), 'utf8')]))
  const counts = new Map<string, number>()
  for (const text of files.values())
    for (const word of new Set(text.match(WORD))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const alone = product.flatMap(([path, text]) =>
    [...text.matchAll(/^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm)]
      .filter(([, name]) => counts.get(name ?? '') === 1)
      .map(([, name]) => `${path}: ${name}`),
  )
  expect(alone).toEqual([])
})
