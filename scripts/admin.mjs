import { foreground } from './children.mjs'
import { ensureInstalled, main, node24 } from './install.mjs'

await main(async () => {
  await ensureInstalled()
  return foreground(node24(), ['apps/server/src/admin.ts', ...process.argv.slice(2)])
})
