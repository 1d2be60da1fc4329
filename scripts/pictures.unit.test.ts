import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PICTURES = readdirSync(`${ROOT}docs/pictures`)
const named = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) =>
    [...readFileSync(ROOT + file, 'utf8').matchAll(pattern)].map(([, name]) => `${file}: ${name}`),
  )
const lacking = (names: readonly string[]) =>
  names.filter((name) => !PICTURES.includes(`${name.split(': ')[1]}.webp`))

test('every picture that a public page, a document or the camera names is there', () => {
  const pages = globSync(['apps/web/src/modules/public/*.html', 'docs/*.md', 'README.md'], { cwd: ROOT })
  const shown = named(pages, /pictures\/([\w-]+)\.webp/g)
  expect(shown.length).toBeGreaterThan(50)
  expect(lacking(shown)).toEqual([])
  expect(lacking(named(['e2e/pictures.ts'], /take\(\s*'([\w-]+)'/g))).toEqual([])
})
