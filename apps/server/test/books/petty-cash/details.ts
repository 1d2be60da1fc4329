import { yuan } from '@pianzhang/contract/money'
import { ask } from '../../harness/recount.ts'
import type { PettyCashWorld } from './helpers.ts'

/** Adds 48 details of all kinds, some written off; answers the code of the contract that some of them name. */
export async function addVaried(world: PettyCashWorld): Promise<string> {
  const contract = await world.contract('ZF-1')
  const contracts = [null, contract, null, await world.contract('ZF-2', '0')]
  const numbers = ['24000101', '24000102', '24000201', '99000101', '99000102']
  const payers = ['王某某', '李某某', '生活制片（张）', 'Ocean Zhang', '50%_\\']
  const written: string[] = []
  for (let index = 0; index < 48; index += 1) {
    const complete = index % 6 === 0
    const { code } = await world.add({
      pay_at: `2026-0${1 + (index % 9)}-${10 + (index % 3)}`,
      payer: payers[index % payers.length],
      post: index % 7 === 0 ? '道具组' : '',
      summary: index % 8 === 0 ? `第${index}批道具` : '盒饭',
      subject_three_code: world.subject(numbers[(index * 7) % numbers.length] ?? ''),
      pay_amount: yuan(BigInt(index % 5 === 0 ? -1 : 1) * BigInt(1 + index * index * 1_003)),
      pay_channel: String(1 + (index % 9)),
      voucher_category: complete ? 4 : index % 4 === 0 ? null : 1 + (index % 16),
      face_tax_rate: complete ? '6' : (['3%', null, '免税'][index % 3] ?? null),
      contract_code: contracts[index % contracts.length],
      voucher_attachment_codes: complete || index % 5 === 0 ? [await world.attachment()] : [],
      remark: index % 9 === 0 ? '100%_到账 Taxi' : '',
    })
    if (complete && index % 12 === 0) written.push(code)
  }
  await world.writeOff(...written)
  return contract
}

/** Details `e`, subjects `s`, contracts `k`, for plain SQL. */
export const FROM = `from petty_cash e join subjects s on s.project_id = e.project_id and s.id = e.subject_id
  left join (select project_id, id, out_code as contract from contracts) k on k.project_id = e.project_id and k.id = e.contract_id`

/** The details of a project that meet a condition, read by plain SQL. */
export const recount = (
  databaseUrl: string,
  projectId: bigint,
  where: string,
  order = 'e.pay_at desc, e.id desc',
) =>
  ask<{ code: string; amount: string }>(
    databaseUrl,
    `select e.code, e.pay_amount::text as amount ${FROM}
     where e.project_id = ${projectId} and (${where}) order by ${order}`,
  )
