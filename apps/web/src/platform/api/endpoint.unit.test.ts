import { contractApi } from '@pianzhang/contract/api/base'
import { receiptApi } from '@pianzhang/contract/api/books'
import { instalmentApi } from '@pianzhang/contract/api/features'
import { captchaApi } from '@pianzhang/contract/api/sessions'
import { expect, test } from 'vitest'
import { call, read } from './api.ts'
import { addressOf } from './endpoint.ts'

test('an address has the parameters of its path, encoded, and no empty filters', () => {
  const params = { code: 'a/b', instalment: '期 1' }
  expect(addressOf(instalmentApi.reach, { params })).toBe(
    '/api/manager/contracts/a%2Fb/instalments/%E6%9C%9F%201/reached',
  )
  expect(addressOf(captchaApi.create)).toBe('/api/common/captchas')
  const query = { keywords: '', page: 1, investors: ['甲', '乙'], contract_code: null }
  expect(addressOf(receiptApi.list, { query })).toBe(
    '/api/manager/investment_executions?page=1&investors=%E7%94%B2&investors=%E4%B9%99',
  )
  expect(addressOf(receiptApi.list, { query: { keywords: '' }, keepsEmpty: true })).toBe(
    '/api/manager/investment_executions?keywords=',
  )
})

const RECEIPT = {
  investment_at: '2026-11-30',
  amount: '1.00',
  investor: '甲',
  investment_category_id: '1',
}

/** Never called: `tsc` compiles it, and each expected error that does not come is one itself. */
export async function wrongCalls() {
  await call(receiptApi.create, { body: RECEIPT })
  // @ts-expect-error a field that the API lacks
  await call(receiptApi.create, { body: { ...RECEIPT, investers: '甲' } })
  // @ts-expect-error a field that is lacking
  await call(receiptApi.create, { body: { amount: '1.00' } })
  // @ts-expect-error a field of another type
  await call(receiptApi.create, { body: { ...RECEIPT, investor: { name: '甲' } } })
  // @ts-expect-error no body
  await call(receiptApi.create)
  await read(receiptApi.list, { query: { investors: ['甲'], page: 2 } })
  // @ts-expect-error a filter that the API lacks
  await read(receiptApi.list, { query: { investor: '甲' } })
  await read(contractApi.show, { params: { code: 'a' } })
  // @ts-expect-error a forgotten parameter of the path
  await read(contractApi.show)
  // @ts-expect-error another parameter
  await read(contractApi.show, { params: { id: 'a' } })
  // @ts-expect-error a body where there is none
  await read(contractApi.show, { params: { code: 'a' }, body: {} })
  const { items } = await read(receiptApi.list)
  // @ts-expect-error a field that the answer lacks
  return items.map((item) => item.amount_fen)
}
