import { expect, test } from 'vitest'
import { moduleCircles, productFiles } from './product.mjs'

test.each(['apps/server/src', 'apps/web/src'])('the modules of %s import each other in no circle', (app) => {
  expect(moduleCircles(productFiles(), app)).toEqual([])
})

test('a circle of modules is found, also across floors', () => {
  const one = (module: string, other: string) =>
    [`apps/server/src/${module}/a.ts`, `import { a } from '../../${other}/a.ts'`] as const
  const files = new Map([one('base/x', 'books/y'), one('books/y', 'views/z'), one('views/z', 'base/x')])
  expect(moduleCircles(files, 'apps/server/src')).toEqual(['x → y → z → x'])
})
