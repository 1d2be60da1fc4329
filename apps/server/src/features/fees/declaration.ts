import { feeApi } from '@pianzhang/contract/api/features'
import { lastMonth, today } from '@pianzhang/contract/calendar'
import { personKey } from '@pianzhang/contract/fee-person'
import {
  DECLARATIONS,
  type DeclarationQuery,
  declarationBody,
  declarationQuery,
} from '@pianzhang/contract/fees'
import { fileAnswer } from '@pianzhang/contract/imports'
import { labelOf } from '@pianzhang/contract/lists'
import { ID_TYPES } from '@pianzhang/contract/payees'
import type { CellValue } from '@pianzhang/xlsx'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import { readRows } from '../../platform/database/read-rows.ts'
import type { ExportSource } from '../../platform/files/export-file.ts'
import { exportFile, exportLink, filtersOf } from '../../platform/files/export-file.ts'
import { refused } from '../../platform/http/errors.ts'
import { inProject } from '../../platform/http/guard.ts'
import { originOf } from '../../platform/http/register.ts'
import { MANAGER, type ProjectContext, read } from '../../platform/http/route.ts'
import type { SummableColumn } from '../../platform/sheet/totals.ts'
import { monthOf } from './compute.ts'
import { monthByPerson, type PersonMonth } from './months.ts'
import { idTypeOf, type Payee, untaxable } from './persons.ts'

const PATH = `${MANAGER}/labor_tax/export/file`

type Form = DeclarationQuery['form']

/** Which fees a form has, and how it calls each kind of income. */
const FORMS: Readonly<Record<Form, readonly { where: RawBuilder<unknown>; income: string }[]>> = {
  labor: [{ where: sql`r.resident and r.kind = 'labor'`, income: '一般劳务报酬所得' }],
  script: [{ where: sql`r.resident and r.kind = 'script'`, income: '特许权使用费所得' }],
  nonresident: [
    { where: sql`not r.resident and r.kind = 'labor'`, income: '劳务报酬所得' },
    { where: sql`not r.resident and r.kind = 'script'`, income: '特许权使用费所得' },
  ],
}

const money = (title: string): SummableColumn => ({ title, kind: 'money', width: 16 })
const text = (title: string, width = 14): SummableColumn => ({ title, kind: 'text', width })
/** As the import of 自然人电子税务局 has them. */
const COLUMNS: SummableColumn[] = [
  text('工号'),
  text('*姓名'),
  text('*证件类型', 22),
  text('*证件号码', 24),
  text('*所得项目', 20),
  money('*收入'),
  money('免税收入'),
  money('商业健康保险'),
  money('税延养老保险'),
  money('其他'),
  money('允许扣除的税费'),
  money('减免税额'),
  money('协定减免'),
  text('备注', 30),
]

const PASSPORT = 3
const OTHER = 9
function documentName(payee: Payee): string {
  const type = idTypeOf(payee)
  if (type === PASSPORT) return payee.resident ? '中国护照' : '外国护照'
  if (type === OTHER) return '其他个人证件'
  return labelOf(ID_TYPES, type === null ? null : String(type))
}

const cellsOf = ({ payee, ...sums }: PersonMonth, income: string): CellValue[] => [
  null,
  payee.name,
  documentName(payee),
  personKey(payee.id_number),
  income,
  sums.gross - sums.vat,
  null,
  null,
  null,
  null,
  sums.surcharge === 0n ? null : sums.surcharge,
  null,
  null,
  sums.count > 1 ? `${sums.count}笔合并` : null,
]

type Declared = Required<Pick<DeclarationQuery, 'form' | 'month'>>

/** Without a month the one before `now`, which is declared in this one. */
const declaredOf = (now: Date, { form, month }: DeclarationQuery): Declared => ({
  form,
  month: month ?? monthOf(lastMonth(today(now))[0]),
})

/** The rows of a form. Throws 422 that names the people whom the form cannot name, as it needs the type and the number of a document. */
async function declaredRows(
  db: Db,
  context: Pick<ProjectContext, 'companyId'> & { project: { id: bigint } },
  { form, month }: Declared,
): Promise<CellValue[][]> {
  const rows: CellValue[][] = []
  const nameless = new Set<string>()
  for (const { where, income } of FORMS[form])
    for (const person of await monthByPerson(db, context, month, where)) {
      if (untaxable(person.payee) !== undefined) nameless.add(person.payee.name)
      rows.push(cellsOf(person, income))
    }
  if (nameless.size > 0)
    throw refused(
      `${month} 有劳务报酬的收款人 ${[...nameless].join('、')} 不是个人，或没有证件类型、证件号码，不能申报；请先在收款人中补全，再导出申报表`,
    )
  return rows
}

/**
 * The fees of a month for 自然人电子税务局, a row for each person. It has ID numbers in full, so it is for people who may write fees, and each download is
 * logged.
 */
export const declaration = {
  route: read(
    feeApi.exportDeclaration,
    {
      summary: 'The fees of a month by person, for the tax authority',
      access: inProject('labor_tax', 'write'),
      body: declarationBody,
      answer: fileAnswer,
    },
    async (db, context, { body }) => {
      await declaredRows(db, context, declaredOf(context.now, declarationQuery.parse(body ?? {})))
      return { file_url: exportLink(context, PATH, { query: {}, body: body ?? {} }) }
    },
  ),
  file: exportFile(
    PATH,
    'The fees of a month for the tax authority, by its signed address',
    inProject('labor_tax', 'write'),
    async (link) => {
      const { services, project } = link
      const declared = declaredOf(services.clock(), declarationQuery.parse(filtersOf(link)))
      const { form, month } = declared
      const context = { companyId: project.companyId, project }
      const rows = await declaredRows(services.db, context, declared)
      return {
        name: `${labelOf(DECLARATIONS, form)}个税申报 ${month}`,
        columns: COLUMNS,
        async *rows(slot) {
          await logDownload(link, month, form)
          // Releases the slot.
          for await (const _ of readRows(slot, services.db, sql<object>`select 1 as n`)) yield rows
        },
      }
    },
  ),
}

async function logDownload(
  { services, request, project }: ExportSource,
  month: string,
  form: Form,
): Promise<void> {
  const { creator } = project
  if (!creator || !request) return
  const who = { companyId: project.companyId, userId: creator.id, userName: creator.name }
  await inTransaction(services.db, (tx) =>
    audit(
      tx,
      { ...originOf(services, request), ...who, project, services },
      {
        action: 'export',
        resource: 'labor_tax',
        code: '',
        label: `${month} ${labelOf(DECLARATIONS, form)}个税申报表（含完整证件号码）`,
      },
    ),
  )
}
