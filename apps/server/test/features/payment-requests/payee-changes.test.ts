import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card } from '../../base/payees/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { activity, hold, queued, untilWaiting } from '../../harness/hold.ts'
import { ask } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { done } from '../payables/helpers.ts'
import { type Asked, approvalWorld, seen } from './helpers.ts'

// The payee of a request is merged or changed between the look of the approver and the approval.

describe('a request whose payee changes', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await workerApp()
  })
  afterAll(() => app.close())

  test.each([
    ['the merge', true],
    ['the approval', false],
  ])(
    'of an approval and a merge of its payee, %s first: what is approved is what was looked at',
    async (_, isMergeFirst) => {
      const own = await approvalWorld(app)
      const [kept, gone] = [await own.addPayee(), await own.addPayee()]
      const asked = await own.ask('5000', { payee_code: gone.code })
      const merge = () => own.admin.post('/payees/merge', { into: kept.code, codes: [gone.code] })
      const approve = () => own.approve(own.chief, asked)
      const holder = await hold(
        app.databaseUrl,
        `select from payment_requests where project_id = ${own.projectId} for update`,
      )
      const one = isMergeFirst ? merge() : approve()
      await untilWaiting(app.databaseUrl)
      const other = isMergeFirst ? approve() : merge()
      await untilWaiting(app.databaseUrl, 2)
      // Both lock the payee and then the request: the second one waits for the payee, so neither waits for the other.
      const waiting = await ask<{ query: string }>(
        app.databaseUrl,
        `select query from ${activity()} where datname = current_database() and wait_event_type = 'Lock'`,
      )
      await holder.release()
      const [first, second] = [await one, await other]
      expect(waiting.filter(({ query }) => query.includes('payees'))).toHaveLength(1)
      if (isMergeFirst) {
        expect([first.code, second.status, second.msg]).toEqual([0, 409, changedText(asked)])
        done(await own.approve(own.chief, await seen(own.chief, asked)))
      } else expect([first.code, second.code]).toEqual([0, 0])
      const { payee, payment } = await seen(own.asker, asked)
      expect(payee).toMatchObject({ code: kept.code })
      const paid = (await own.clerk.get(`/cost_executions/${payment.code}`)).data
      expect(paid).toMatchObject({ payee: { code: kept.code }, request_code: asked.code })
    },
  )

  const changedText = ({ code }: Asked) => `付款申请 ${code} 的收款人资料在您查看后已变更，请核对后再审批`

  test('a payee whose name, account or bank changed since the look is looked at again; what was approved is kept for the bank', async () => {
    const own = await approvalWorld(app)
    const body: Record<string, unknown> = own.payee({ account: card(7001) })
    const payee = await own.addPayee(body)
    const put = async (changes: Record<string, unknown>) =>
      done(await own.clerk.put(`/payees/${payee.code}`, Object.assign(body, changes)))
    const asked = await own.ask('60000', { payee_code: payee.code })
    const beside = await own.ask('5000')
    let looked = await seen(own.chief, asked)
    await put({ remark: '外景木作', phone: '13812340067' })
    const first = done(await own.approve(own.chief, looked)).data
    for (const changes of [
      { name: '顺义木作' },
      { account_name: '顺义木作有限公司' },
      { bank_name: '建设银行顺义支行' },
      { account: card(7002) },
    ]) {
      looked = await seen(own.producer, asked)
      await put(changes)
      for (const act of ['approve', 'reject'])
        expect(
          await own.producer.post(`/payment_requests/${asked.code}/${act}`, {
            ...{ version: looked.version, reason: '不需要' },
          }),
        ).toMatchObject({ status: 409, msg: changedText(asked) })
    }
    expect(looked.version).toBeGreaterThan(first.version)
    const row = `select from payment_requests where project_id = ${own.projectId} and code = '${asked.code}' for update`
    const again = await seen(own.producer, asked)
    // Both wait for the lock of the request's row; the payee's edit is first in the queue, so the approval finds another account than was looked at.
    const [edited, told] = await queued(
      app.databaseUrl,
      row,
      () => own.clerk.put(`/payees/${payee.code}`, { ...body, bank_name: '工商银行顺义支行' }),
      () => own.approve(own.producer, again),
    )
    expect([edited.code, told.status, told.msg]).toEqual([0, 409, changedText(asked)])
    done(await own.approve(own.chief, beside))
    const { payment } = done(await own.approve(own.producer, await seen(own.producer, asked))).data
    const { acts } = await seen(own.asker, asked)
    expect(acts.map(({ account }: { account: string | null }) => account)).toEqual([
      null,
      card(7001).slice(-4),
      card(7002).slice(-4),
    ])
    const warnings = async () =>
      done(
        await own.clerk.post('/transfer_batches/preview', {
          ...{ bank: 'icbc', pay_account: '0200001234567890123', pay_account_name: '长河灯火剧组' },
          ...{ pay_bank_name: '工商银行北京某某支行', codes: [payment.code] },
        }),
      ).data.rows[0].warnings.filter((text: string) => text.includes('账号'))
    const late = () =>
      app.services.db
        .updateTable('payees')
        .set({ account_changed_at: new Date('2025-01-01') })
        .where('code', '=', payee.code)
        .execute()
    await late()
    expect(await warnings()).toEqual([])
    await put({ account: card(7003) })
    await late()
    expect(await warnings()).toEqual([
      `收款账号与审批时不同：审批时尾号 ${card(7002).slice(-4)}，现为 ${card(7003).slice(-4)}，请电话核实`,
    ])
  })

  test('an edit that names another payee locks both before the request: a merge of them waits, and neither for the other', async () => {
    const own = await approvalWorld(app)
    const [next, stored] = [await own.addPayee(), await own.addPayee()]
    const asked = await own.ask('5000', { payee_code: stored.code })
    done(await own.asker.post(`/payment_requests/${asked.code}/withdraw`, {}))
    const row = `select from payment_requests where project_id = ${own.projectId} for update`
    const holder = await hold(app.databaseUrl, row)
    const edit = own.asker.put(
      `/payment_requests/${asked.code}`,
      own.asking('6000', { payee_code: next.code }),
    )
    await untilWaiting(app.databaseUrl)
    const free = `select code from payees where company_id = ${own.companyId} for update skip locked`
    expect(await ask(app.databaseUrl, free)).toEqual([])
    const merge = own.admin.post('/payees/merge', { into: stored.code, codes: [next.code] })
    await untilWaiting(app.databaseUrl, 2)
    await holder.release()
    expect([(await edit).code, (await merge).code]).toEqual([0, 0])
    expect((await seen(own.asker, asked)).payee).toMatchObject({ code: stored.code })
  })
})
