import { pettyCashApi } from '@pianzhang/contract/api/books'
import { pettyCashBody } from '@pianzhang/contract/petty-cash'
import { sql } from 'kysely'
import { pettyCashLimit } from '../../../base/approvals/stored-rules.ts'
import { contractLookups } from '../../../base/contracts/find.ts'
import { subjectLookups, subjectSheet } from '../../../base/subjects/booked-subjects.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inProject } from '../../../platform/http/guard.ts'
import { chunkWriter, flatRules } from '../../../platform/sheet-import/flat.ts'
import { sheetJobs } from '../../../platform/sheet-import/jobs.ts'
import type { LedgerSheet } from '../../../platform/sheet-import/ledger.ts'
import { sameFields } from '../../../platform/sheet-import/repetitions.ts'
import { limitProblems, problemsOf } from '../rules.ts'
import { insertPettyCashDetails, type PettyCashFields } from '../save.ts'
import { COLUMNS, type PettyCashLookups } from './columns.ts'

/** Describes the petty cash spreadsheet for import, preview, template and failed rows. */
export const pettyCashSheet: LedgerSheet<keyof typeof COLUMNS, PettyCashFields> = {
  source: import.meta.url,
  path: pettyCashApi.base,
  resource: 'imprest',
  table: 'petty_cash',
  unit: '条',
  title: '备用金明细',
  records: 'petty cash details',
  access: inProject('imprest', 'write'),
  columns: COLUMNS,
  alike: [
    {
      keyOf: ({ pay_at, payer, pay_amount }) => ({ day: pay_at, name: payer, amount: pay_amount }),
      existing: (projectId, days) => sql`
        select e.code, e.pay_at as day, e.payer as name, e.pay_amount as amount from petty_cash e
        where e.project_id = ${projectId} and e.pay_at = any(${days}::date[])`,
      ...sameFields('条', '付款时间、付款方、金额'),
    },
  ],
  loadRules: async (db, projectId) => {
    const lookups = await loadLookups(db, projectId)
    const limit = await pettyCashLimit(db, projectId)
    return flatRules({ columns: COLUMNS, shape: pettyCashBody.shape, lookups }, (detail) => ({
      problems: [...problemsOf(detail, lookups.references), ...limitProblems(limit, detail.pay_amount)],
      day: detail.pay_at,
      amount: detail.pay_amount,
    }))
  },
  openWriter: async ({ tx, client, ...owner }) =>
    chunkWriter({ tx, client }, (details) => insertPettyCashDetails(tx, owner, details)),
  loadChoices: async (db, projectId) => ({ options: {}, lookup: await subjectSheet(db, projectId) }),
}

export const JOBS = sheetJobs(pettyCashSheet)

async function loadLookups(db: Db, projectId: bigint): Promise<PettyCashLookups> {
  const { codes: subjectCodes, subjects } = await subjectLookups(db, projectId)
  const { codes: contractCodes, contracts } = await contractLookups(db, projectId)
  return {
    subjects: subjectCodes,
    contracts: contractCodes,
    references: { subjects, contracts, attachments: new Map() },
  }
}
