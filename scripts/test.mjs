import { interrupted } from './children.mjs'
import { ensureInstalled, Failure, main } from './install.mjs'
import { browserTests, checks, ledgerTest, report, serverTests } from './steps.mjs'

const PARTS = { check: checks, server: serverTests, ledger: ledgerTest, e2e: browserTests }

// All parts, or those that are named: `npm test -- server`. A part that fails does not keep the next from running.
await main(async () => {
  const named = process.argv.slice(2)
  const unknown = named.find((name) => !(name in PARTS))
  if (unknown) throw new Failure(`没有名为“${unknown}”的测试，可选：${Object.keys(PARTS).join('、')}`)
  const parts = named.length > 0 ? named : Object.keys(PARTS)
  await ensureInstalled()
  const results = []
  for (const part of parts) if (!interrupted()) results.push(...(await PARTS[part]()))
  return report(results)
})
