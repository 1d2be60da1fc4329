import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './children.mjs'

const PRODUCT =
  /^(apps\/(server|web)\/src|packages\/[^/]+\/src|apps\/server\/migrations)\/.*\.(ts|tsx|css|sql)$/
const TEST = /\.test\.tsx?$|\.mocks\.ts$/
const MODULE = /^(apps\/(?:server|web)\/src)\/modules\/([^/]+)\//

/** The texts of the product's files by path, without tests. */
export function productFiles() {
  const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => PRODUCT.test(path) && !TEST.test(path))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

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
