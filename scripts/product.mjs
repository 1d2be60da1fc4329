import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './children.mjs'
import { packages } from './workspaces.mjs'

const FOLDERS = [
  'apps/server/src',
  'apps/server/migrations',
  'apps/web/src',
  ...packages.map((folder) => `${folder}/src`),
]
const SOURCE = /\.(ts|tsx|css|sql)$/
const TEST = /\.test\.tsx?$|\.mocks\.ts$/
const MODULE = /^(apps\/(?:server|web)\/src)\/modules\/([^/]+)\//

/** The texts of the product's files by path, without tests. */
export const productFiles = () =>
  new Map(
    FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`),
    )
      .filter((path) => SOURCE.test(path) && !TEST.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

/** Pairs of modules of an app (`apps/server/src`) that import each other. */
export function mutualImports(files, app) {
  const edges = new Set()
  for (const [path, text] of files) {
    const [, base, from] = MODULE.exec(path) ?? []
    if (base !== app) continue
    for (const [, target] of text.matchAll(/\b(?:from|import)\s*\(?'(\.[^']+)'/g)) {
      const to = MODULE.exec(relative(root, join(root, dirname(path), target)))?.[2]
      if (to && to !== from) edges.add(`${from} ${to}`)
    }
  }
  return [...edges]
    .map((edge) => edge.split(' '))
    .filter(([from, to]) => from < to && edges.has(`${to} ${from}`))
    .map((pair) => pair.join(' ↔ '))
}
