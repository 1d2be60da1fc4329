import type { PaymentRequestItem } from '@pianzhang/contract/payment-requests'
import { describe, expect, it } from 'vitest'
import {
  approvalText,
  approvedText,
  doneText,
  payeeOf,
  refusedTexts,
  stateText,
  tagsOf,
  timeOf,
} from './words.ts'

const row = (more: Partial<PaymentRequestItem> = {}): PaymentRequestItem => ({
  code: 'SQ202611220003',
  version: 2,
  state: 'pending',
  state_i18n: '审批中',
  step: 1,
  step_count: 2,
  waits_for: '制片主任或王强',
  escalation: null,
  pay_at: '2026-11-22',
  payer: '横店木作',
  payee: null,
  post: '',
  summary: '内景木作尾款',
  pay_amount_yuan: '48000.00',
  line_count: 1,
  creator_name: '沈慧',
  created_at: '2026-11-21T08:00:00.000+08:00',
  updated_at: '2026-11-22T09:12:00.000+08:00',
  submitted_at: '2026-11-22T09:12:00.000+08:00',
  decided_at: null,
  payment: null,
  warnings: [],
  can: { write: false, delete: false, withdraw: false, decide: true },
  ...more,
})

describe('a request in words', () => {
  it('says for whom it waits, and only while it waits', () => {
    expect(stateText(row())).toBe('审批中 · 待制片主任或王强')
    expect(stateText(row({ state: 'rejected', state_i18n: '已驳回', waits_for: '' }))).toBe('已驳回')
  })
  it('has the time when it was sent, a draft that when it was begun', () => {
    expect(timeOf(row())).toBe('2026-11-22 09:12')
    expect(timeOf(row({ submitted_at: null }))).toBe('2026-11-21 08:00')
  })
  it('names the payee, without one the payer', () => {
    expect(payeeOf(row())).toBe('横店木作')
    expect(payeeOf(row({ payee: { code: 'p', name: '横店某某木作工坊', account_change: null } }))).toBe(
      '横店某某木作工坊',
    )
  })
  it('says in tags why to look twice, and when the account was changed', () => {
    const warnings: PaymentRequestItem['warnings'] = [
      { kind: 'over_budget', text: '付款后超预算：19000301 内景搭建费 35,000.50 元' },
      { kind: 'account', text: '账号3天前修改' },
      { kind: 'duplicate', text: '疑似重复付款：FK202611120004' },
    ]
    const account_change = { days: 3, by: '陈立', at: '', until: '' }
    const tags = tagsOf(row({ warnings, payee: { code: 'p', name: '', account_change } }))
    expect(tags.map(({ text }) => text)).toEqual(['付款后超预算', '账号3天前修改', '疑似重复付款'])
    expect(tags.map(({ mild }) => mild)).toEqual([false, false, true])
    expect(tags[1]?.whole).toBe('收款账号3天前由陈立修改，请电话核实')
    expect(tagsOf(row({ warnings: [{ kind: 'account', text: '' }] }))[0]?.text).toBe('收款账号有修改')
  })
})

describe('what an act has led to', () => {
  it('is the payment, or who is next', () => {
    expect(doneText('approve', row())).toBe('已同意，待制片主任或王强审批')
    const payment = { code: 'FK202611220001', deleted: false }
    expect(doneText('approve', row({ state: 'approved', waits_for: '', payment }))).toBe(
      '已同意，已生成付款 FK202611220001',
    )
    expect(doneText('submit', row({ state: 'approved', waits_for: '', payment }))).toBe(
      '已提交，已生成付款 FK202611220001',
    )
    expect(doneText('reject', row({ state: 'rejected', waits_for: '' }))).toBe('已驳回')
  })
})

describe('approving several', () => {
  const rows = [
    row(),
    row({
      code: 'SQ202611220004',
      pay_amount_yuan: '6500.00',
      payer: '图文',
      warnings: [{ kind: 'no_invoice', text: '' }],
    }),
  ]
  it('asks with count, sum and capitals, and how many have warnings', () => {
    expect(approvalText(rows)).toBe(
      '共 2 条，合计 54,500.00 元（伍万肆仟伍佰元整）。其中 1 条有提醒，请先逐条查看。',
    )
    expect(approvalText([row()])).toBe('共 1 条，合计 48,000.00 元（肆万捌仟元整）。')
  })
  it('says how many were booked', () => {
    const item = (payment_code: string | null) => ({ code: '', state: 'approved' as const, payment_code })
    expect(approvedText({ items: [item('FK1'), item('FK2')] })).toBe('已同意 2 条，已生成付款 2 笔')
    expect(approvedText({ items: [item('FK1'), item(null)] })).toBe(
      '已同意 2 条，已生成付款 1 笔，1 条待下一步审批',
    )
    expect(approvedText({ items: [item(null)] })).toBe('已同意 1 条，1 条待下一步审批')
  })
  it('names the request of each refusal', () => {
    expect(
      refusedTexts(rows, [
        { field: 'items[1].version', message: '已被撤回' },
        { field: 'items', message: '请选择付款申请' },
      ]),
    ).toEqual(['SQ202611220004（图文）：已被撤回', '请选择付款申请'])
    const line = (index: number) => ({
      ...{ field: `items[1].cost_execution_details[${index}].contract_code`, message: '合同不存在' },
    })
    expect(refusedTexts(rows, [line(0), line(1)])).toEqual(['SQ202611220004（图文）：合同不存在'])
  })
})
