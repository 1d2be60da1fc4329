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
const MODULE = /^(apps\/(?:server|web)\/src)\/(?:base|books|features|views|modules)\/([^/]+)\//

/** The texts of the product's files by path, without tests. */
export const productFiles = () =>
  new Map(
    FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`),
    )
      .filter((path) => SOURCE.test(path) && !TEST.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

/** Circles of modules of an app (`apps/server/src`): `contracts → payments → contracts`. */
export function moduleCircles(files, app) {
  const imports = new Map()
  for (const [path, text] of files) {
    const [, base, from] = MODULE.exec(path) ?? []
    if (base !== app) continue
    for (const [, target] of text.matchAll(/\b(?:from|import)\s*\(?'(\.[^']+)'/g)) {
      const to = MODULE.exec(relative(root, join(root, dirname(path), target)))?.[2]
      if (to && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to))
    }
  }
  const circles = []
  const done = new Set()
  const walk = (name, path) => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(' → '))
    if (done.has(name)) return
    done.add(name)
    for (const to of imports.get(name) ?? []) walk(to, [...path, name])
  }
  for (const name of imports.keys()) walk(name, [])
  return circles
}
