import { describe, expect, it } from 'vitest'
import { card, payeeWorld } from '../../base/payees/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { worldForAll } from '../../harness/worlds.ts'
import { type BatchWorld, batch, batchWorld } from './helpers.ts'

let test: TestApp
let world: BatchWorld
worldForAll(batchWorld, (app, own) => {
  test = app
  world = own
})

describe('a batch that is previewed', () => {
  it('names by row what the bank would refuse', async () => {
    const good = await world.addPayee({ id_number: '' })
    const poor = await world.addPayee({ account: '' })
    const strange = await world.addPayee({ account_name: '𠮷田木作' })
    const long = await world.addPayee({ bank_name: '银行'.repeat(20) })
    const unnamed = await world.addPayee({ bank_name: '' })
    const unpaid = (await world.pay(null)).code
    const poorer = (await world.pay(poor.code)).code
    const less = (await world.pay(good.code, '-5.00')).code
    const cash = (
      await world.clerk.post(
        '/cost_executions',
        world.body({ payee_code: good.code }, [world.line(), world.line({ pay_channel: '1' })]),
      )
    ).data
    const codes = [
      unpaid,
      poorer,
      less,
      cash.code,
      (await world.pay(strange.code)).code,
      (await world.pay(long.code)).code,
      (await world.pay(unnamed.code)).code,
      (await world.pay(good.code, '5.00', { summary: '十一月内景木作第三期尾款' })).code,
    ]
    const { data } = await world.preview(batch(codes))
    expect(data.rows.map(({ problems }: { problems: string[] }) => problems)).toEqual([
      ['未选择收款人'],
      ['收款人没有收款账号'],
      ['金额须大于0'],
      ['付款方式不是银行转账或网银（现金）'],
      ['收款账号名称含有银行不支持的字符“𠮷”'],
      ['收款账号开户行过长（80字节，银行最多60字节）'],
      ['收款账号开户行不能为空'],
      [],
    ])
    expect(data.rows[7].warnings).toEqual([
      '汇款用途过长（24字节，银行最多20字节），文件中为“十一月内景木作第三期”',
    ])
    const refused = await world.make(batch(codes))
    expect(refused.status).toBe(422)
    expect(refused.data.errors.map(({ field }: { field: string }) => field)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((index) => `codes[${index}]`),
    )
    // A bank's limits are not those of the general spreadsheet.
    const general = (await world.preview(batch(codes, { bank: 'general' }))).data
    expect(general.rows.slice(4).map(({ problems }: { problems: string[] }) => problems)).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect(general.format.proven).toBe(true)
  })

  it('of a file that tells the own accounts of the bank from others wants to know the bank of each', async () => {
    const unnamed = await world.addPayee({ bank_name: '' })
    const own = await world.addPayee({ bank_name: '建行横店支行' })
    const paid = async (payee: string) => (await world.pay(payee, '100.00', { summary: '内景木作' })).code
    const codes = [await paid(unnamed.code), await paid(own.code)]
    const body = batch(codes, { bank: 'ccb' })
    const problem = '收款人没有开户行，无法判断是否建设银行账户'
    const { rows } = (await world.preview(body)).data
    expect(rows.map(({ problems }: { problems: string[] }) => problems)).toEqual([[problem], []])
    const refused = await world.make(body)
    expect([refused.status, refused.data.errors]).toEqual([
      422,
      [{ field: 'codes[0]', message: `付款 ${codes[0]} ${unnamed.name}：${problem}` }],
    ])
  })

  it('is urgent only where the file of the bank says so', async () => {
    const { code } = await world.addPayee()
    const paid = (await world.pay(code)).code
    const formats = (await world.clerk.get('/transfer_batches/formats')).data.items
    const saying = formats.filter(({ says_speed }: { says_speed: boolean }) => says_speed)
    expect(saying.map(({ bank }: { bank: string }) => bank)).toEqual(['icbc', 'icbc_sheet'])
    const silent = batch([paid], { bank: 'cmb', urgent: true })
    for (const send of [world.preview, world.make]) {
      const refused = await send(silent)
      expect(refused.status).toBe(422)
      expect(refused.data.errors).toEqual([
        { field: 'urgent', message: '招商银行的文件格式不区分汇款方式，不能选择加急' },
      ])
    }
    expect((await world.make(batch([paid], { urgent: true }))).data).toMatchObject({
      bank: 'icbc',
      urgent: true,
    })
  })

  it.each([
    ['bank', { bank: 'x' }],
    ['pay_account', { pay_account: '' }],
    ['pay_account', { pay_account: '12' }],
    ['pay_account_name', { pay_account_name: ' ' }],
    ['codes', { codes: [] }],
  ])('with a wrong %s is refused', async (field, changes) => {
    const answer = await world.make(batch(['FK1'], changes))
    expect(answer.status).toBe(422)
    expect(answer.data.errors.map((error: { field: string }) => error.field)).toEqual([field])
  })

  it('is neither shown to nor made by who may not read payments', async () => {
    const { code } = await world.addPayee()
    const paid = (await world.pay(code)).code
    const maker = await test.person(world.companyId, { transfer_batch: ['read', 'write'] }, [world.project])
    for (const path of ['/transfer_batches/preview', '/transfer_batches'])
      expect(await maker.on(world.project).post(path, batch([paid]))).toMatchObject({ status: 403 })
  })

  it('whose account changed between preview and file is refused', async () => {
    const { code, version } = await world.addPayee({ name: '换账号' })
    const paid = await world.pay(code)
    const { digest } = (await world.preview(batch([paid.code]))).data
    const changed = await world.clerk.put(`/payees/${code}`, {
      ...world.payee({ name: '换账号', account: card(4321) }),
      version,
    })
    expect(changed.code).toBe(0)
    const refused = await world.make(batch([paid.code], { digest }))
    expect([refused.status, refused.msg]).toEqual([409, '付款或收款账号在预览后有变化，请重新预览核对'])
    const again = (await world.preview(batch([paid.code]))).data
    expect(again.rows[0].account_change).toMatchObject({ days: 0 })
    expect(again.rows[0].warnings[0]).toMatch(/^收款账号今天由.*修改，请电话核实$/)
    expect((await world.make(batch([paid.code], { digest: again.digest }))).code).toBe(0)
  })

  it('is previewed with the payments of the same payee and total of the same week, in the batch or not; it can be made all the same', async () => {
    const own = await payeeWorld(test)
    const [a, b] = [await own.addPayee(), await own.addPayee()]
    const pay = async (payee: { code: string }, pay_at: string, amount = '88.00') =>
      (await own.pay(payee.code, amount, { pay_at })).code
    const early = await pay(a, '2026-11-01')
    const [one, two] = [await pay(a, '2026-11-08'), await pay(a, '2026-11-09')]
    const others = [
      await pay(a, '2026-11-08', '88.01'),
      await pay(b, '2026-11-08'),
      await pay(a, '2026-11-17'),
    ]
    const codes = [one, two, ...others]
    const { data } = await own.clerk.post('/transfer_batches/preview', batch(codes))
    const text = '疑似重复付款：7天内同一收款人、同一金额的付款'
    const warned = (from: Record<string, string[]>[]) =>
      from.map(({ warnings }) => warnings?.filter((warning) => warning.startsWith('疑似重复')))
    expect(warned(data.rows)).toEqual([[`${text} ${two}、${early}`], [`${text} ${one}`], [], [], []])
    for (const day of ['2026-11-10', '2026-11-11']) await pay(a, day)
    const many = (await own.clerk.post('/transfer_batches/preview', batch([one]))).data
    expect(warned(many.rows)[0]?.[0]).toMatch(new RegExp(`${two} 等$`))
    expect((await own.clerk.post('/transfer_batches', batch(codes, { digest: data.digest }))).code).toBe(0)
  })
})
