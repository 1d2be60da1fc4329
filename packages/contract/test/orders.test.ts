import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderBody, orderPrice } from '../src/orders.ts'

describe('the price of projects', () => {
  it.each([
    // [owned, quantity, discount in yuan, amount in yuan]
    [0, 1, 0, 1_800],
    [0, 9, 0, 16_200],
    [0, 10, 0, 18_000],
    [0, 11, 800, 19_000],
    [0, 100, 72_000, 108_000],
    [1, 9, 0, 16_200],
    [1, 10, 800, 17_200],
    [9, 1, 0, 1_800],
    [9, 2, 800, 2_800],
    [9, 100, 79_200, 100_800],
    [10, 1, 800, 1_000],
    [10, 100, 80_000, 100_000],
    [11, 1, 800, 1_000],
    [100, 100, 80_000, 100_000],
  ])('who owns %i pays for %i', (owned, quantity, discount, amount) => {
    expect(orderPrice(owned, quantity)).toEqual({
      price: 180_000n,
      discount: BigInt(discount) * 100n,
      amount: BigInt(amount) * 100n,
    })
  })

  it('is, for any owned count, that of each project bought alone, one after the other', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 100 }), (owned, quantity) => {
        let amount = 0n
        for (let at = 0; at < quantity; at++) amount += orderPrice(owned + at, 1).amount
        expect(orderPrice(owned, quantity).amount).toBe(amount)
      }),
    )
  })
})

describe('the body of an order', () => {
  const messages = (body: unknown) =>
    orderBody.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message])

  it.each([1, 100, '1', '100', '007'])('takes %j projects', (project_quantity) => {
    expect(orderBody.parse({ project_quantity, payment_type: 'alipay' }).project_quantity).toBe(
      Number(project_quantity),
    )
  })

  it.each([
    0,
    101,
    -1,
    1.5,
    Number.NaN,
    '0',
    '101',
    '1.5',
    '1e1',
    '-1',
    '０',
    ' 1',
    '0x1',
    true,
    [],
    [1],
    {},
  ])('refuses %j projects', (project_quantity) => {
    expect(messages({ project_quantity, payment_type: 'transfer' })).toEqual([
      ['project_quantity', '项目数量须为1至100的整数'],
    ])
  })

  it('names what is missing', () => {
    const missing = [
      ['project_quantity', '请输入项目数量'],
      ['payment_type', '请选择支付方式'],
    ]
    expect(messages({})).toEqual(missing)
    expect(messages({ project_quantity: '', payment_type: '' })).toEqual(missing)
    expect(messages({ project_quantity: null, payment_type: null })).toEqual(missing)
    expect(messages({ project_quantity: 1, payment_type: 'cash' })).toEqual([
      ['payment_type', '支付方式不正确'],
    ])
  })
})
