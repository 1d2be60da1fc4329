import { paymentBody } from '@pianzhang/contract/payments'
import { expect, test } from 'vitest'
import { ApiError } from '../../../platform/api/api.ts'
import { jobsOf, outcomesText, requestEach, requestOf } from './request.ts'

const draft = {
  pay_at: '2026-11-27',
  payer: '置景公司',
  payee: { code: 'p1', name: '置景公司', account_change: null },
  summary: '合同 HT-001 首付款',
  pay_amount_yuan: '6000.00',
  cost_execution_details: [
    {
      subject_three_code: 's1',
      pay_category_id: '7',
      contract_code: 'c1',
      contract_out_code: 'HT-001',
      instalment_code: 'i1',
      instalment_title: '首付款',
      pay_amount: '6000.00',
      remark: '首付款',
    },
  ],
}

test('the request of a payee is a complete payment of the chosen day and channel', () => {
  const body = paymentBody.parse(requestOf(draft, { pay_at: '2026-11-30', pay_channel: '2' }))
  expect(body).toMatchObject({ pay_at: '2026-11-30', payer: '置景公司', payee_code: 'p1' })
  expect(body.cost_execution_details).toMatchObject([
    { pay_channel: '2', instalment_code: 'i1', contract_code: 'c1', pay_amount: 600_000n },
  ])
})

test('what the plan does not say is refused in words', () => {
  const [line] = draft.cost_execution_details
  const bare = { ...draft, cost_execution_details: [{ ...line!, subject_three_code: null }] }
  const { error } = paymentBody.safeParse(requestOf(bare, { pay_at: '2026-11-30', pay_channel: '2' }))
  expect(error?.issues.map(({ message }) => message)).toEqual(['请选择科目'])
})

const PAYING = { pay_at: '2026-11-30', pay_channel: '2' }

test('one that fails does not stop the others', async () => {
  const jobs = jobsOf([draft, { ...draft, payer: '车辆公司' }, { ...draft, payer: '照明公司' }], PAYING)
  const sent: string[] = []
  const outcomes = await requestEach(jobs, async ({ payer }) => {
    sent.push(payer)
    if (payer === '置景公司')
      throw new ApiError(422, 422, '提交的内容有误', [{ field: '', message: '科目已停用' }])
    if (payer === '照明公司') throw new ApiError(503, 503, '服务暂时不可用')
    return { data: { payment: null }, msg: '' } as never
  })
  expect(sent).toEqual(['置景公司', '车辆公司', '照明公司'])
  expect(outcomes.map(({ fault, lost }) => [fault, lost])).toEqual([
    ['科目已停用', false],
    [null, false],
    ['服务暂时不可用', true],
  ])
})

test('what got no answer is repeated as it was sent', async () => {
  const jobs = jobsOf([draft], PAYING)
  const [lost] = await requestEach(jobs, async () => {
    throw new ApiError(0, -1, '网络已断开')
  })
  expect(lost?.lost).toBe(true)
  expect(lost?.job).toBe(jobs[0])
})

test('the outcome says what was sent and what was booked at once', () => {
  const one = { job: jobsOf([draft], PAYING)[0]!, booked: false, fault: null, lost: false }
  expect(outcomesText([one, one, { ...one, booked: true }, { ...one, fault: '…' }])).toBe(
    '已提交 2 笔付款申请，1 笔无需审批，已记账',
  )
})
