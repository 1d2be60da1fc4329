import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './children.mjs'
import { ensureInstalled, Failure, main } from './install.mjs'
import { behind, complaintOf, inCopy } from './try-copy.mjs'

// `npm run try-field`: gives the receipts a text field, 回单编号, in a copy of this checkout, and checks it. With `--forget` it also leaves out each
// place in turn, and some check must fail.

const BOOK = 'apps/server/src/books/receipts'
const PAGE = 'apps/web/src/modules/receipts'
/** Its number is above that of any other. */
const MIGRATION = 'apps/server/migrations/9999_receipt_slips.sql'

/** The places of a text field of a flat ledger. */
const PLACES = {
  [MIGRATION]: [() => "alter table receipts add column slip text not null default '';\n"],
  'apps/server/src/platform/database/schema/project.ts': [
    behind(
      'contract_id: bigint | null\n    description: Defaulted<string>\n',
      '    slip: Defaulted<string>\n',
    ),
  ],
  'packages/contract/src/receipts.ts': [
    behind("  desc: '说明',\n", "  slip: '回单编号',\n"),
    behind('  desc: longText,\n', '  slip: longText,\n'),
    behind('  desc: z.string(),\n', '  slip: z.string(),\n'),
  ],
  [`${BOOK}/load.ts`]: [
    behind('  description: string\n', '  slip: string\n'),
    behind('e.description,', ' e.slip,'),
    behind('    desc: row.description,\n', '    slip: row.slip,\n'),
  ],
  [`${BOOK}/sheet/columns.ts`]: [
    (source) =>
      behind(
        "    read: readWord(({ contracts }) => contracts, '合同编号不存在'),\n    value: (receipt) => receipt.contract,\n    behind: [{ title: '合同主体', width: 28, value: (receipt) => receipt.customer }],\n  },\n",
        "  slip: { width: 20, sample: '', read: readText, value: (receipt) => receipt.slip },\n",
      )(source),
  ],
  [`${PAGE}/columns.tsx`]: [
    behind(
      '  contractColumn((row) => row.contract, { width: 144 }),\n',
      "  textColumn('slip', RECEIPT_FIELDS.slip, (row) => row.slip, { width: 120 }),\n",
    ),
  ],
  [`${PAGE}/Dialog.tsx`]: [
    behind("  desc: row?.desc ?? '',\n", "  slip: row?.slip ?? '',\n"),
    behind('<Item.Note name="desc" wide />\n', '        <Item.Text name="slip" wide />\n'),
  ],
}

const TESTS = {
  unit: ['apps/web/src/modules/fields.unit.test.ts', 'packages/contract/test'],
  // Not those that name each column of the spreadsheet.
  server: ['books/receipts/receipts.test.ts', 'platform/database/schema.test.ts'],
}

await main(async () => {
  const { values } = parseArgs({ options: { forget: { type: 'boolean', default: false } } })
  await ensureInstalled()
  return await inCopy(async (folder) => {
    for (const path of Object.keys(PLACES)) write(folder, path)
    console.log(`places ${Object.keys(PLACES).length}`)
    const whole = await complaintOf(folder, TESTS)
    if (whole) throw new Failure(`新字段的检查未通过：\n${whole}`)
    console.log('✓ types and tests of the new field')
    if (values.forget) for (const path of Object.keys(PLACES)) await forget(folder, path)
    return 0
  })
})

/** Makes the edits of a place. */
function write(folder, path) {
  const file = join(folder, path)
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  writeFileSync(
    file,
    PLACES[path].reduce((text, edit) => edit(text), source),
  )
}

async function forget(folder, path) {
  if (path === MIGRATION) rmSync(join(folder, path))
  else cpSync(join(root, path), join(folder, path), { force: true })
  const found = await complaintOf(folder, TESTS)
  write(folder, path)
  if (!found) throw new Failure(`漏改 ${path} 时没有任何检查失败`)
  console.log(`✓ without ${path}: ${found.split('\n').slice(0, 2).join(': ')}`)
}
