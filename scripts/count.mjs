import { moduleCircles, productFiles } from './product.mjs'

// `npm run count`: how large the product is, and how its modules hang together, for a change that is to make it lighter.

const files = productFiles()
const below = (folder) => [...files].filter(([path]) => path.startsWith(folder)).map(([, text]) => text)
const lines = (texts) => texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
const count = (folder, pattern) =>
  below(folder).reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)

console.table(
  ['apps/server/src', 'apps/server/migrations', 'apps/web/src', 'packages', ''].map((folder) => ({
    '': folder || 'product',
    files: below(folder).length,
    lines: lines(below(folder)),
  })),
)
for (const app of ['apps/server/src', 'apps/web/src']) {
  const circles = moduleCircles(files, app)
  console.log([`${app}: ${circles.length} circles of modules`, ...circles].join('\n  '))
}
console.log(
  `apps/web/src: ${count('apps/web/src', /\bapi\.(get|post|put|delete)</g)} answers asserted by a call`,
)
console.log(`apps/web/src: ${count('apps/web/src', /['`]\/api\//g)} paths of the API`)
