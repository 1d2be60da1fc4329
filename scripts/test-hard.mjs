import { main } from './install.mjs'
import { report } from './report.mjs'
import { inRunFolder } from './run-folder.mjs'
import { hardTests, installed, part } from './steps.mjs'

// `npm run test:hard`, or the files whose names contain a word: `npm run test:hard -- crash`.
// On the disk: some of them fill it, or replace /dev/shm.
await main(() =>
  inRunFolder(
    async () => {
      // Of scripts/depth.ts, and of vitest.config.ts.
      process.env.TEST_ALL = '1'
      return report([await installed(), await part('长测试', hardTests(process.argv.slice(2)))])
    },
    { onDisk: true },
  ),
)
