import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { foreground, root } from './children.mjs'
import { ensureBuilt, ensureInstalled, main, node24 } from './install.mjs'

// The pictures of the user guide, taken anew from the running product.
await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  mkdirSync(join(root, 'docs/pictures'), { recursive: true })
  return foreground(node24(), [join(root, 'e2e/pictures.ts')])
})
