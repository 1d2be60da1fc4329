import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { foreground, root } from './children.mjs'
import { ensureBuilt, ensureInstalled, main, node24 } from './install.mjs'

// Takes the screenshots of the user guide, the README and the landing page from the running product; with arguments only those
// whose names begin with one of them.
await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  mkdirSync(join(root, 'docs/pictures'), { recursive: true })
  return foreground(node24(), [join(root, 'e2e/pictures.ts'), ...process.argv.slice(2)])
})
