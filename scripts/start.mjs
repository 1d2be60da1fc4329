import { foreground } from './children.mjs'
import { ensureBuilt, ensureInstalled, main, node24 } from './install.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return foreground(node24(), ['apps/server/src/main.ts'])
})
