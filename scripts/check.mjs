import { ensureInstalled, main } from './install.mjs'
import { checks, report } from './steps.mjs'

await main(async () => {
  await ensureInstalled()
  return report(await checks())
})
