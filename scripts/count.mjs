import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './children.mjs'

// `npm run count`: how large the product is, and how its modules hang together, for a change that is to make it lighter.

const PRODUCT =
  /^(apps\/(server|web)\/src|packages\/[^/]+\/src|apps\/server\/migrations)\/.*\.(ts|tsx|css|sql)$/
const TEST = /\.test\.tsx?$|\.mocks\.ts$/
const MODULE = /^(apps\/(?:server|web)\/src)\/modules\/([^/]+)\//

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => PRODUCT.test(path) && !TEST.test(path))
const texts = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

/** Files and lines below each of these folders. */
function sizes() {
  const folders = ['apps/server/src', 'apps/server/migrations', 'apps/web/src', 'packages']
  const of = (prefix) => files.filter((path) => path.startsWith(prefix))
  const lines = (paths) => paths.reduce((sum, path) => sum + texts.get(path).split('\n').length - 1, 0)
  return [...folders, ''].map((folder) => ({
    '': folder || 'product',
    files: of(folder).length,
    lines: lines(of(folder)),
  }))
}

/** Pairs of modules of one app that import each other. */
function mutual(app) {
  const edges = new Set()
  for (const [path, text] of texts) {
    const [, base, from] = MODULE.exec(path) ?? []
    if (base !== app) continue
    for (const [, target] of text.matchAll(/\b(?:from|import)\s*\(?'(\.[^']+)'/g)) {
      const to = MODULE.exec(relative(root, join(root, dirname(path), target)))?.[2]
      if (to && to !== from) edges.add(`${from} ${to}`)
    }
  }
  return [...edges].filter((edge) => {
    const [from, to] = edge.split(' ')
    return from < to && edges.has(`${to} ${from}`)
  })
}

/** How often a pattern stands in the files of a folder. */
const count = (folder, pattern) =>
  files
    .filter((path) => path.startsWith(folder))
    .reduce((sum, path) => sum + (texts.get(path).match(pattern)?.length ?? 0), 0)

console.table(sizes())
for (const app of ['apps/server/src', 'apps/web/src']) {
  const pairs = mutual(app)
  console.log(`${app}: ${pairs.length} pairs of modules import each other`)
  for (const pair of pairs) console.log(`  ${pair.replace(' ', ' ↔ ')}`)
}
console.log(
  `apps/web/src: ${count('apps/web/src', /\bapi\.(get|post|put|delete)</g)} answers asserted by a call`,
)
console.log(`apps/web/src: ${count('apps/web/src', /['`]\/api\//g)} paths of the API`)
