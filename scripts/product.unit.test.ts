import { expect, test } from 'vitest'
import { mutualImports, productFiles } from './product.mjs'

test('no two modules of the server import each other', () => {
  const files = productFiles()
  expect(mutualImports(files, 'apps/server/src')).toEqual([])
  // It would find them.
  const one = (name: string, other: string) =>
    [`apps/server/src/modules/${name}/a.ts`, `import { a } from '../${other}/a.ts'`] as const
  expect(mutualImports(new Map([one('x', 'y'), one('y', 'x')]), 'apps/server/src')).toEqual(['x ↔ y'])
})
