import { addDays, today } from '@pianzhang/contract/calendar'
import { contractBody } from '@pianzhang/contract/contracts'
import { receiptBody } from '@pianzhang/contract/receipts'
import { createContract } from '../../base/contracts/save.ts'
import { createReceipt } from '../../books/receipts/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import type { Investor } from './content.ts'
import { workingTime } from './times.ts'

/** Adds the investors' contracts, and the receipts until today, with and without a contract. */
export async function addReceipts(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
  investors: readonly Investor[],
): Promise<void> {
  const types = await tx
    .selectFrom('investment_types')
    .select(['name', 'id'])
    .where('project_id', '=', context.project.id)
    .execute()
  const due: { day: number; body: Record<string, unknown> }[] = []
  let contracts = 0
  for (const { investor, type, category, amount, instalments, desc } of investors) {
    let contract_code: string | null = null
    if (category !== '') {
      contracts += 1
      const sign_at = addDays(firstDay, (instalments[0]?.[1] ?? 0) - 10)
      const body = contractBody.parse({
        out_code: `TZ-${firstDay.slice(0, 4)}-${String(contracts).padStart(3, '0')}`,
        customer: investor,
        category,
        amount,
        sign_at,
      })
      contract_code = (
        await createContract(
          tx,
          { ...context, now: workingTime(sign_at, contracts) },
          { params: {}, query: {}, body },
        )
      ).code
    }
    const investment_category_id = String(types.find(({ name }) => name === type)?.id)
    for (const [percent, day] of instalments)
      due.push({
        day,
        body: { investor, investment_category_id, contract_code, desc, amount: (amount * percent) / 100 },
      })
  }
  for (const { day, body } of due.sort((a, b) => a.day - b.day)) {
    const investment_at = addDays(firstDay, day)
    if (investment_at > today(context.now)) continue
    const evening = Date.parse(`${investment_at}T17:30:00+08:00`)
    const now = new Date(Math.min(evening, context.now.getTime()))
    await createReceipt(
      tx,
      { ...context, now },
      { params: {}, query: {}, body: receiptBody.parse({ ...body, investment_at }) },
    )
  }
}
