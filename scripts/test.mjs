import { parseArgs } from 'node:util'
import { interrupted } from './children.mjs'
import { Failure, main } from './install.mjs'
import { report } from './report.mjs'
import { inRunFolder } from './run-folder.mjs'
import { additionTests, browserTests, checks, installed, part, serverTests } from './steps.mjs'

/** How long the whole may take on two idle cores, with the installation. */
const BUDGET_SECONDS = { ordinary: 6 * 60, all: 11 * 60 }

/** Each part with its steps, and how many of them run at a time: most use one core only in a part of their time. */
const PARTS = {
  check: { title: '检查', steps: () => checks({ build: true }), width: 2 },
  server: { title: '服务端', steps: serverTests },
  additions: { title: '新台账与新字段', steps: additionTests, onlyInAll: true },
  e2e: { title: '浏览器', steps: browserTests },
}

// All parts, or those that are named: `npm test -- server`. With `--slow` also prints the slowest files. `--all` is `npm run test:all`.
await main(() =>
  inRunFolder(async () => {
    const { values, positionals: named } = parseArgs({
      allowPositionals: true,
      options: { all: { type: 'boolean', default: false }, slow: { type: 'boolean', default: false } },
    })
    const { all, slow } = values
    // Of scripts/depth.ts, and of vitest.config.ts.
    if (all) process.env.TEST_ALL = '1'
    const names = Object.keys(PARTS).filter((name) => all || !PARTS[name].onlyInAll)
    const unknown = named.find((name) => !names.includes(name))
    if (unknown) throw new Failure(`没有名为“${unknown}”的测试，可选：${names.join('、')}`)
    const parts = [await installed()]
    for (const name of named.length > 0 ? named : names) {
      const { title, steps, width } = PARTS[name]
      if (!interrupted()) parts.push(await part(title, steps({ all }), width))
    }
    return report(parts, {
      slow,
      budgetSeconds: named.length > 0 ? 0 : BUDGET_SECONDS[all ? 'all' : 'ordinary'],
    })
  }),
)
