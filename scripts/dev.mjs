import { join } from 'node:path'
import { root, together } from './children.mjs'
import { ensureInstalled, main, node24 } from './install.mjs'

await main(async () => {
  await ensureInstalled()
  const node = node24()
  return together([
    { program: node, args: ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'] },
    {
      program: node,
      args: [join(root, 'node_modules/vite/bin/vite.js')],
      options: { cwd: join(root, 'apps/web') },
    },
  ])
})
