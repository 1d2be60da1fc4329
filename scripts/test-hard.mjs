import { ensureInstalled, main } from './install.mjs'
import { hardTests, report } from './steps.mjs'

// `npm run test:hard`, or the files whose names contain a word: `npm run test:hard -- crash`.
await main(async () => {
  await ensureInstalled()
  return report(await hardTests(process.argv.slice(2)))
})
