import { addDays, today } from '@pianzhang/contract/calendar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { type ReminderWorld, reminderWorld } from './helpers.ts'

const PATH = '/contract_messages'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
let app: TestApp
let world: ReminderWorld

beforeAll(async () => {
  app = await startTestApp()
  // Far from midnight: the tests are not to run into the next day.
  tomorrowAt('12:00:00')
  world = await reminderWorld(app)
})
afterAll(() => app.close())

const now = () => app.services.clock()
/** Moves the clock to this time of the next day in Shanghai. */
const tomorrowAt = (time: string) =>
  app.advance(Date.parse(`${addDays(today(now()), 1)}T${time}+08:00`) - now().getTime())

describe('a message', () => {
  test('names contract, customer, remark and the unpaid amount, if there is any', async () => {
    const contract = await world.contract('HT-2026-018', { customer: '北京某某影视器材有限公司' })
    const { code } = await world.add({ contract_code: contract, remark: '第三期租金' })
    const answer = await world.reader.get(PATH)
    expect(answer).toMatchObject({ status: 200, code: 0 })
    expect(answer.data).toMatchObject({
      items: [
        {
          code,
          message: '合同HT-2026-018（北京某某影视器材有限公司）第三期租金，未付金额 128,000.00 元。',
          contract: { code: contract, out_code: 'HT-2026-018' },
        },
      ],
      listTotal: 1,
      day: today(now()),
    })
    await book(world.admin, { contract_code: contract, pay_amount: '126765.50' })
    expect(await world.messages()).toEqual([
      '合同HT-2026-018（北京某某影视器材有限公司）第三期租金，未付金额 1,234.50 元。',
    ])
    await book(world.admin, { contract_code: contract, pay_amount: '1234.50' })
    expect(await world.messages()).toEqual(['合同HT-2026-018（北京某某影视器材有限公司）第三期租金。'])
    // More was paid than agreed.
    await book(world.admin, { contract_code: contract, pay_amount: '1000.00' })
    expect((await world.messages())[0]).toContain('未付金额 -1,000.00 元。')
    await world.clerk.delete(`/contract_cautions/${code}`)
    expect(await world.messages()).toEqual([])
  })

  test('several come newest first, also of one contract; a remark may be empty', async () => {
    const contract_code = await world.contract('HT-3')
    const day = today(now())
    const recurring = { category: 1, start_at: addDays(day, -3), end_at: addDays(day, 30) }
    const made = [
      await world.add({ contract_code, remark: '' }),
      await world.add({ ...recurring, mode: 0, judge_date: 3, remark: '每三天' }),
      await world.add({ ...recurring, mode: 0, judge_date: 2, remark: '昨天和明天' }),
      await world.add({ ...recurring, mode: 1, judge_date: Number(day.slice(8)), remark: '每月' }),
      await world.add({ contract_code, remark: '同一合同' }),
      await world.add({ start_at: addDays(day, 1), remark: '明天' }),
      await world.add({ start_at: addDays(day, -1), remark: '昨天' }),
    ]
    expect(await world.messages()).toEqual([
      '合同HT-3（某某影视器材）同一合同，未付金额 128,000.00 元。',
      '合同HT-0（某某影视器材）每月，未付金额 128,000.00 元。',
      '合同HT-0（某某影视器材）每三天，未付金额 128,000.00 元。',
      '合同HT-3（某某影视器材），未付金额 128,000.00 元。',
    ])
    for (const { code } of made) await world.clerk.delete(`/contract_cautions/${code}`)
  })
})

describe('who gets messages', () => {
  test('nobody without a login, the right, the project, or in an archived one', async () => {
    const { code } = await world.add()
    expect((await app.nobody.on(world.project).get(PATH)).status).toBe(401)
    const blind = (await app.person(world.companyId, { contract: ['read'] }, [world.project])).on(
      world.project,
    )
    const unlinked = (await app.person(world.companyId, { contract_caution: ['read'] })).on(world.project)
    const stranger = (await reminderWorld(app)).admin.on(world.project)
    const elsewhere = world.admin.on(await newProject(world.admin))
    const withoutProject = await app.person(world.companyId, { contract_caution: ['read'] }, [world.project])
    for (const person of [
      blind,
      unlinked,
      stranger,
      elsewhere,
      withoutProject,
      stranger.on('no-such-project'),
    ])
      expect((await person.get(PATH)).data).toMatchObject({ items: [], listTotal: 0 })
    expect(await world.messages(world.reader)).toHaveLength(1)
    await world.admin.post(`/projects/${world.project}/archive`)
    expect(await world.messages()).toEqual([])
    await world.admin.post(`/projects/${world.project}/unarchive`)
    expect(await world.messages()).toHaveLength(1)
    await world.clerk.delete(`/contract_cautions/${code}`)
  })
})

describe('the day', () => {
  test('turns over at midnight in Shanghai, and the answer says how long it lasts', async () => {
    tomorrowAt('23:50:00')
    // Sessions of the day before have expired.
    world = await reminderWorld(app)
    const day = today(now())
    await world.add({ start_at: day, remark: '今天' })
    await world.add({ start_at: addDays(day, 1), remark: '次日' })
    const before = (await world.clerk.get(PATH)).data
    expect(before).toMatchObject({ day, items: [{ message: expect.stringContaining('今天') }] })
    expect(before.day_ends_in).toBeGreaterThan(0)
    expect(before.day_ends_in).toBeLessThanOrEqual(10 * MINUTE)
    app.advance(before.day_ends_in)
    const after = (await world.clerk.get(PATH)).data
    expect(after).toMatchObject({
      day: addDays(day, 1),
      items: [{ message: expect.stringContaining('次日') }],
    })
    expect(after.day_ends_in).toBeGreaterThan(23 * HOUR)
    expect(after.day_ends_in).toBeLessThanOrEqual(24 * HOUR)
  })
})
