import {
  type Payment,
  type PaymentListItem,
  payment as paymentAnswer,
  paymentBody,
} from '@pianzhang/contract/payments'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  addLine,
  asNew,
  copyLine,
  type Draft,
  draftOf,
  instalmentsOf,
  newDraft,
  removeLine,
  setHeader,
  setLine,
  totalOf,
} from './draft.ts'
import { bodyOf, bodyWithOneInvoice, contentOf } from './draftBody.ts'
import { check, firstError, withErrors } from './draftErrors.ts'

const image = { code: 'a1', file_name: '发票.jpg', file_size: 9, file_url: '/f', thumb_url: '/t' }
const line = (code: string, pay_amount_yuan = '10.50') => ({
  code,
  subject_one_name: '一',
  subject_two_name: '二',
  subject_three_name: '三',
  subject_three_code: 's1',
  subject_three_out_code: '10000101',
  pay_channel_code: '2',
  pay_channel_i18n: '银行转账',
  pay_category_id: '7',
  pay_category_name: '押金',
  voucher_category_code: null,
  voucher_category_i18n: '',
  no_invoice_reason: '',
  face_tax_rate: '',
  contract: null,
  instalment: null,
  pay_amount_yuan,
  check_invoice: { code: 'i1', invoice_number: '26112000000123456789' },
  invoices: [{ code: 'i1', invoice_number: '26112000000123456789', amount_yuan: pay_amount_yuan }],
  voucher_attachments: [image],
  remark: '',
})
const payment: Payment = paymentAnswer.parse({
  code: 'FK202611210001',
  version: 3,
  pay_at: '2026-11-21',
  payer: '北京某某影视器材有限公司',
  post: '摄影组',
  summary: '',
  pay_amount_yuan: '21.00',
  creator_name: '沈慧',
  created_at: '',
  updated_at: '',
  line_count: 2,
  imprest_code: null,
  payee: null,
  request_code: null,
  cost_execution_details: [line('l1'), line('l2')],
  can: { write: true, delete: true },
})
const key = (draft: Draft, at: number) => draft.lines[at]!.key

describe('lines', () => {
  test('the last one is never removed, and a neighbour is shown after a removal', () => {
    const one = newDraft('2026-11-21')
    expect(removeLine(one, key(one, 0))).toBe(one)
    const three = addLine(addLine(one))
    expect(three.active).toBe(key(three, 2))
    const two = removeLine(three, key(three, 2))
    expect(two.lines).toHaveLength(2)
    expect(two.active).toBe(key(two, 1))
  })

  test('a copy is a new line behind its original, with the pictures and without the invoice', () => {
    const draft = draftOf(payment)
    const copied = copyLine(draft, key(draft, 0))
    expect(copied.lines.map((one) => one.code)).toEqual(['l1', null, 'l2'])
    expect(copied.active).toBe(key(copied, 1))
    expect(copied.lines[1]).toMatchObject({
      pay_amount: '10.50',
      invoices: [],
      subject_three_code: 's1',
    })
    expect(copied.lines[1]!.images[0]?.attachment).toEqual(image)
    expect(draft.lines).toHaveLength(2)
  })

  test('1,000 at most', () => {
    let draft = newDraft('2026-11-21')
    for (let i = 0; i < 1_100; i++) draft = addLine(draft)
    expect(draft.lines).toHaveLength(1_000)
  })

  test('a keystroke changes its own line and no other', () => {
    const draft = draftOf(payment)
    const changed = setLine(draft, key(draft, 1), 'remark', '押金')
    expect(changed.lines[0]).toBe(draft.lines[0])
    expect(changed.header).toBe(draft.header)
    expect(setLine(draft, key(draft, 1), 'remark', '')).toBe(draft)
    expect(setLine(draft, 'gone', 'remark', 'x')).toBe(draft)
  })
})

describe('amounts', () => {
  test('the total takes what can be read: separators, full width, arithmetic, refunds', () => {
    let draft = newDraft('2026-11-21')
    for (const text of ['1,234.5', '１２．５', '=12*30', '-0.01', '1.234', 'x', '']) {
      draft = setLine(draft, draft.lines.at(-1)!.key, 'pay_amount', text)
      draft = addLine(draft)
    }
    expect(totalOf(draft.lines)).toBe(123_450n + 1_250n + 36_000n - 1n)
  })

  test('the request carries yuan with two decimals', () => {
    const draft = draftOf(payment)
    const body = bodyOf(setLine(draft, key(draft, 0), 'pay_amount', '=9,999,999,999,999.99-0'), 3)
    expect(body.cost_execution_details[0]!.pay_amount).toBe('9999999999999.99')
    expect(body.version).toBe(3)
  })
})

test('the instalments that lines pay, each once; not those that a line takes back or that has no amount yet', () => {
  const lines = ['10', '20', '-5', '', 'x', '30'].map((pay_amount, at) => ({
    pay_amount,
    instalment: { code: ['one', 'one', 'two', 'three', 'four', 'five'][at]!, title: '定金' },
  }))
  const draft = newDraft('2026-11-21', { whole: { header: {}, lines: [...lines, { pay_amount: '1' }] } })
  expect(instalmentsOf(draft.lines)).toEqual(['one', 'five'])
})

describe('check', () => {
  test('what was loaded can be saved as it is', () => {
    expect(check(draftOf(payment))).toEqual([])
    const body = paymentBody.parse(bodyOf(draftOf(payment), 3))
    expect(body.cost_execution_details[0]).toMatchObject({
      code: 'l1',
      pay_amount: 1050n,
      voucher_attachment_codes: ['a1'],
    })
  })

  test('an empty form names every required field in words', () => {
    const errors = check(newDraft('2026-11-21'))
    expect(errors.map((error) => error.field)).toEqual([
      'payer',
      'cost_execution_details[0].subject_three_code',
      'cost_execution_details[0].pay_channel',
      'cost_execution_details[0].pay_category_id',
      'cost_execution_details[0].pay_amount',
    ])
    expect(errors.every((error) => error.message.startsWith('请'))).toBe(true)
  })

  test.each([
    ['1.234', '最多两位小数'],
    ['=1/0', '除数不能为0'],
    ['0', '金额不能为0'],
    ['99999999999999', '金额超出范围'],
  ])('%s: %s', (text, message) => {
    const draft = draftOf(payment)
    const wrong = withErrors(draft, check(setLine(draft, key(draft, 1), 'pay_amount', text)))
    expect(wrong.lineErrors[key(draft, 1)]).toEqual({ pay_amount: message })
    expect(wrong.active).toBe(key(draft, 1))
  })

  test('a picture on its way, or refused, holds the form back', () => {
    const draft = draftOf(payment)
    const busy = setLine(draft, key(draft, 0), 'images', [{ key: 'x', name: 'a.jpg', percent: 40 }])
    expect(check(busy)).toEqual([
      { field: 'cost_execution_details[0].images', message: '图片上传中，请稍候' },
    ])
    const failed = setLine(draft, key(draft, 0), 'images', [
      { key: 'x', name: 'a.jpg', error: 'a.jpg上传失败' },
    ])
    expect(check(failed)[0]?.message).toBe('a.jpg上传失败')
  })
})

describe('invoices', () => {
  const uses = (...amounts: string[]) =>
    amounts.map((amount_yuan, at) => ({ code: `i${at + 1}`, invoice_number: `${at + 1}`, amount_yuan }))
  const loaded = (...amounts: string[]) =>
    draftOf({
      ...payment,
      line_count: 1,
      cost_execution_details: paymentAnswer.shape.cost_execution_details.parse([
        { ...line('l1', '100.00'), invoices: uses(...amounts) },
      ]),
    })

  test('an amount is shown unless the invoice takes all that is left of its line', () => {
    const amounts = (...stored: string[]) => loaded(...stored).lines[0]?.invoices.map(({ amount }) => amount)
    expect(amounts('100.00')).toEqual([''])
    expect(amounts('40.00')).toEqual(['40.00'])
    expect(amounts('30.00', '25.50', '44.50')).toEqual(['30.00', '25.50', ''])
    // A request answers the whole line for what is left open.
    expect(amounts('100.00', '100.00')).toEqual(['', ''])
  })

  test('are sent with their amounts; without the feature only the first, and none of a stored line, which keeps them', () => {
    const draft = loaded('30.00', '70.00')
    expect(bodyOf(draft).cost_execution_details[0]?.invoices).toEqual([
      { code: 'i1', amount: '30.00' },
      { code: 'i2' },
    ])
    const [stored] = bodyWithOneInvoice(draft).cost_execution_details
    expect(stored).toMatchObject({ code: 'l1', check_invoice_code: null })
    const [only] = bodyWithOneInvoice(asNew(draft)).cost_execution_details
    expect(only).toMatchObject({ check_invoice_code: 'i1' })
    expect(only).not.toHaveProperty('invoices')
    const typed = setLine(draft, draft.active, 'invoices', [{ code: 'i1', amount: '=1/0' }])
    expect(check(typed)[0]).toEqual({
      field: 'cost_execution_details[0].invoices[0].amount',
      message: '除数不能为0',
    })
  })

  test('errors come to the row and the amount; a change of one takes all of them away', () => {
    const draft = loaded('30.00', '70.00')
    const at = (field: string) => ({ field: `cost_execution_details[0].${field}`, message: field })
    const wrong = withErrors(draft, [
      at('invoices[1].code'),
      at('invoices[1].amount'),
      at('check_invoice_code'),
      at('remark'),
    ])
    expect(wrong.lineErrors[draft.active]).toEqual({
      'invoices[1]': 'invoices[1].code',
      'invoices[1].amount': 'invoices[1].amount',
      invoices: 'check_invoice_code',
      remark: 'remark',
    })
    expect(firstError(wrong, draft.active)).toBe('invoices[1]')
    const mended = setLine(wrong, draft.active, 'invoices', [])
    expect(mended.lineErrors[draft.active]).toEqual({ remark: 'remark' })
  })
})

describe('errors of the server', () => {
  test('come to their line and field, and the first line that has one is shown', () => {
    const draft = draftOf(payment)
    const wrong = withErrors(draft, [
      { field: 'cost_execution_details[1].voucher_attachment_codes[0]', message: '凭证图片不存在' },
      { field: 'cost_execution_details[1].pay_amount', message: '金额不能为0' },
    ])
    expect(wrong.active).toBe(key(draft, 1))
    expect(wrong.lineErrors[key(draft, 1)]).toEqual({ images: '凭证图片不存在', pay_amount: '金额不能为0' })
    expect(firstError(wrong, key(draft, 1))).toBe('pay_amount')
    const mended = setLine(wrong, key(draft, 1), 'pay_amount', '5')
    expect(mended.lineErrors[key(draft, 1)]).toEqual({ images: '凭证图片不存在' })
  })

  test('the header first; a field that is changed is no longer wrong', () => {
    const draft = draftOf(payment)
    const wrong = withErrors(draft, [{ field: 'payer', message: '请输入付款方' }])
    expect(wrong.active).toBe(draft.active)
    expect(setHeader(wrong, 'payer', 'x').headerErrors).toEqual({})
  })

  test('lines that moved since they were sent are still found', () => {
    const sent = draftOf(payment)
    const now = removeLine(sent, key(sent, 0))
    const wrong = withErrors(now, [{ field: 'cost_execution_details[1].remark', message: 'x' }], sent.lines)
    expect(wrong.lineErrors).toEqual({ [key(sent, 1)]: { remark: 'x' } })
  })
})

test('content is the same until something that is saved changes', () => {
  const draft = draftOf(payment)
  expect(contentOf({ ...draft, active: key(draft, 1) })).toBe(contentOf(draft))
  expect(contentOf(setLine(draft, key(draft, 0), 'pay_amount', '10.5'))).toBe(contentOf(draft))
  expect(contentOf(setLine(draft, key(draft, 0), 'pay_amount', '10.51'))).not.toBe(contentOf(draft))
})

test('a payment that goes on as a new one has no line that is stored', () => {
  const draft = draftOf(payment)
  expect(asNew(draft).lines.map(({ code }) => code)).toEqual([null, null])
  expect(asNew(draft).lines.map(({ pay_amount }) => pay_amount)).toEqual(
    draft.lines.map(({ pay_amount }) => pay_amount),
  )
})

test('a payment whose lines are not all there is never edited: what is left out of a save is removed', () => {
  // A row of the list may have its first lines only.
  expectTypeOf<PaymentListItem>().not.toExtend<Payment>()
  expect(() => draftOf(paymentAnswer.parse({ ...payment, line_count: 300 }))).toThrow('2 of 300 lines')
})
