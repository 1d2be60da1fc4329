import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './children.mjs'
import { ensureInstalled, Failure, main } from './install.mjs'
import { behind, complaintOf, inCopy } from './try-copy.mjs'

// `npm run try-ledger`: makes a throw-away ledger as docs/new-ledger.md says, in a copy of this checkout, and checks it. With `--forget` it also
// leaves out each shared place in turn, and some check must fail. The ledger is a copy of the receipts under other names.

const WORDS = [
  ['investment_execution', 'equipment_rental'],
  ['RECEIPT', 'RENTAL'],
  ['Receipt', 'Rental'],
  ['receipt', 'rental'],
  ['收款', '设备租赁'],
  ['implement/investment', 'implement/rental'],
]
/** The receipts' own test of what is paid on a contract: which ledgers count there is decided in contracts/load.ts. */
const PAID = / {4}\/\/ The contract's paid amount contains the receipt\.\n[^;]*?\n {4}\}\)\n/
const renamed = (text) => WORDS.reduce((all, [from, to]) => all.replaceAll(from, to), text.replace(PAID, ''))

/** Folders and files of the ledger alone. */
const OWN = [
  'apps/server/src/books/receipts',
  'apps/server/test/books/receipts',
  'apps/web/src/modules/receipts',
  'packages/contract/src/receipts.ts',
]
const MIGRATIONS = 'apps/server/migrations'
/** The table of receipts with its indexes. */
const TABLE = /create table receipts \([\s\S]*?\n\n/
const SCHEMA = 'apps/server/src/platform/database/schema'

/** Inserts a renamed copy of the first match of `pattern` behind it. */
const twice = (pattern) => (source) => {
  const found = pattern.exec(source)
  if (!found) throw new Failure(`没有找到 ${pattern}，scripts/try-ledger.mjs 与代码不一致`)
  const end = found.index + found[0].length
  return source.slice(0, end) + renamed(found[0]) + source.slice(end)
}

/** The shared places, in the order of docs/new-ledger.md. */
const SHARED = {
  'packages/contract/src/permissions.ts': [twice(/ {2}\{\n {4}model: 'investment_execution',[^}]*\},\n/)],
  'packages/contract/src/audit-words.ts': [
    twice(/import \{ RECEIPT_FIELDS \}.*\n/),
    twice(/ {2}investment_execution: \{[\s\S]*?\n {2}\},\n/),
  ],
  'packages/contract/src/api/books.ts': [
    twice(/import type \* as receipts .*\n/),
    twice(/export const receiptApi = resource\([\s\S]*?\n\}\)\n/),
  ],
  'apps/server/src/ledgers.ts': [twice(/import \{ RECEIPTS \}.*\n/), twice(/ {2}RECEIPTS,\n/)],
  'apps/server/src/start/modules.ts': [
    twice(/import .*receipts\/charts.ts'\nimport .*receipts\/routes.ts'\n/),
    twice(/ {4}\.\.\.receiptRoutes,\n {4}\.\.\.receiptStatisticsRoutes,\n/),
    twice(/ {2}registerReceiptFiles\(http, services\)\n/),
  ],
  'apps/server/test/harness/samples.ts': [
    twice(/import .*receipts\/sample.ts'\n/),
    twice(/ {2}investment_execution: RECEIPT,\n/),
  ],
  'apps/web/src/app/router.tsx': [
    twice(/const receipts = ofProject\([^;]*?\n\)\n\n/),
    behind('    receipts,\n', '    rentals,\n'),
  ],
  'apps/web/src/platform/session/menu.ts': [twice(/ {2}\{\n {4}path: '\/implement\/investment',[^}]*\},\n/)],
}

const SERVER_TESTS = [
  'apps/server/test/books/rentals',
  'apps/server/test/start/ledgers.test.ts',
  'apps/server/test/platform/database/schema.test.ts',
  'apps/server/test/platform/http/access.test.ts',
  'apps/server/test/platform/http/denial.test.ts',
  'apps/server/test/faults/formulas.test.ts',
]
/** Only these tests: the menu's others contain its texts, which a new page changes. */
const UNIT_TITLES = 'registers every|finds the jobs|has the path of each page'
const UNIT_TESTS = ['apps/server/test/start/registered.unit.test.ts', 'apps/web/src/app/menu.unit.test.ts']

await main(async () => {
  const { values } = parseArgs({ options: { forget: { type: 'boolean', default: false } } })
  await ensureInstalled()
  return await inCopy(async (folder) => {
    const lines = makeLedger(folder)
    console.log(`own files ${lines.files}, lines ${lines.lines}; shared places ${Object.keys(SHARED).length}`)
    const whole = await noticed(folder, values.forget)
    if (whole) throw new Failure(`新台账的检查未通过：\n${whole}`)
    console.log('✓ types and tests of the new ledger')
    if (values.forget) await forgetEach(folder)
    return 0
  })
})

function makeLedger(folder) {
  const at = (path) => join(folder, path)
  const made = []
  const write = (path, text) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
    made.push(text)
  }
  if (!PAID.test(readFileSync(at('apps/server/test/books/receipts/receipts.test.ts'), 'utf8')))
    throw new Failure(`没有找到 ${PAID}，scripts/try-ledger.mjs 与代码不一致`)
  const copy = (path) => write(renamed(path), renamed(readFileSync(at(path), 'utf8')))
  for (const own of OWN) {
    if (own.endsWith('.ts')) copy(own)
    else
      for (const entry of readdirSync(at(own), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) copy(join(entry.parentPath, entry.name).slice(folder.length + 1))
  }
  const last = readdirSync(at('apps/server/migrations')).sort().at(-1) ?? ''
  const number = String(Number(last.slice(0, 4)) + 1).padStart(4, '0')
  const created = TABLE.exec(readFileSync(at(`${MIGRATIONS}/0001_schema.sql`), 'utf8'))?.[0] ?? ''
  write(
    `${MIGRATIONS}/${number}_rentals.sql`,
    renamed(`${created}alter table receipts alter column project_id set statistics 0;\n`),
  )
  const table = / {2}receipts: \{[^}]*\}\n/.exec(readFileSync(at(`${SCHEMA}/project.ts`), 'utf8'))?.[0] ?? ''
  write(
    `${SCHEMA}/rentals.ts`,
    `import type { Defaulted, Id, Instant } from './columns.ts'\n\ndeclare module './project.ts' {\n  interface ProjectTables {\n  ${renamed(table)}  }\n}\n`,
  )
  for (const [path, edits] of Object.entries(SHARED))
    writeFileSync(
      at(path),
      edits.reduce((text, edit) => edit(text), readFileSync(at(path), 'utf8')),
    )
  return { files: made.length, lines: made.join('').split('\n').length }
}

/** Runs the checks that notice a forgotten place. `more`: also tests of all routes. */
function noticed(folder, more) {
  const server = more ? SERVER_TESTS : SERVER_TESTS.slice(0, 3)
  return complaintOf(folder, { unit: [...UNIT_TESTS, '-t', UNIT_TITLES], server })
}

async function forgetEach(folder) {
  for (const [path, edits] of Object.entries(SHARED)) {
    const whole = readFileSync(join(folder, path), 'utf8')
    cpSync(join(root, path), join(folder, path), { force: true })
    const found = await noticed(folder, true)
    writeFileSync(join(folder, path), whole)
    if (!found) throw new Failure(`漏改 ${path}（${edits.length} 处）时没有任何检查失败`)
    console.log(`✓ without ${path}: ${found.split('\n').slice(0, 2).join(': ')}`)
  }
}
