import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

/** The external dependencies in the package.json files of all workspaces. */
function named(): string[] {
  const files = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: ROOT })]
  const names = files.flatMap((file) => {
    const parts: Partial<Record<(typeof KINDS)[number], Record<string, string>>> = JSON.parse(read(file))
    return KINDS.flatMap((kind) => Object.keys(parts[kind] ?? {}))
  })
  return [...new Set(names)].filter((name) => !name.startsWith('@pianzhang/')).sort()
}

/** The rows of the table: the names in the first column, and the reason. */
function rows(): { names: string[]; reason: string }[] {
  const [, section = ''] = read('docs/development.md').split('\n## Dependencies\n')
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, names = '', reason = ''] = line.split('|')
      return { names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), reason: reason.trim() }
    })
}

test('every dependency is in the table of docs/development.md once, with its reason, and no other', () => {
  expect(named().length).toBeGreaterThan(30)
  const documented = rows().flatMap(({ names }) => names)
  expect(documented.sort()).toEqual(named())
  for (const { names, reason } of rows()) expect(reason.length, names.join(', ')).toBeGreaterThan(10)
})
