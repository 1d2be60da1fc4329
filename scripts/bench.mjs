import { join } from 'node:path'
import { foreground, root } from './children.mjs'
import { ensureBuilt, ensureInstalled, main, node24 } from './install.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return foreground(node24(), [join(root, 'bench/main.ts'), ...process.argv.slice(2)])
})
