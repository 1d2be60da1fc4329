import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { anotherProject, type PayeeWorld, payeeWorld } from './helpers.ts'

let app: TestApp
let world: PayeeWorld

beforeAll(async () => {
  app = await workerApp()
  world = await payeeWorld(app)
})
afterAll(() => app.close())

test('a payee owes invoices for the lines that the list of missing invoices has of it, by project and payer', async () => {
  const [own, other] = [await world.addPayee(), await world.addPayee()]
  await world.pay(own.code, '100.00', { payer: '甲方' })
  await world.pay(own.code, '20.50', { payer: '甲方' })
  await world.pay(own.code, '3.00', { payer: '乙方' })
  // Of the same payer, to another payee.
  await world.pay(other.code, '7.00', { payer: '甲方' })
  await world.pay(null, '8.00', { payer: '甲方' })
  const reader = (
    await app.person(world.companyId, { payee: ['read'], missing_invoice: ['read'] }, [world.project])
  ).on(world.project)
  const read = async (who = reader, code = own.code) =>
    (await who.get(`/payees/${code}/missing_invoices`)).data
  const project = { code: world.project, name: expect.any(String) }
  expect(await read()).toEqual({
    count: 3,
    lacking_yuan: '123.50',
    items: [
      { project, payer: '甲方', count: 2, lacking_yuan: '120.50' },
      { project, payer: '乙方', count: 1, lacking_yuan: '3.00' },
    ],
  })
  const listed = (await reader.get('/missing_invoices', { payer: '乙方' })).data
  expect([listed.listTotal, listed.lacking_yuan]).toEqual([1, '3.00'])
  // Those of projects that one may not enter are left out.
  const outsider = await app.person(world.companyId, { payee: ['read'], missing_invoice: ['read'] }, [])
  const nothing = { count: 0, lacking_yuan: '0.00', items: [] }
  expect(await read(outsider)).toEqual(nothing)
  expect(await read(world.admin.on(await anotherProject(world)))).toMatchObject({ count: 3 })
  expect(await read(reader, (await world.addPayee()).code)).toEqual(nothing)
  // A merge brings the lines of the merged one.
  await world.clerk.post('/payees/merge', { into: own.code, codes: [other.code] })
  expect(await read()).toMatchObject({ count: 4, lacking_yuan: '130.50' })
})

test('it needs both rights, and the feature', async () => {
  const { code } = await world.addPayee()
  const path = `/payees/${code}/missing_invoices`
  const person = (grants: Record<string, string[]>) => app.person(world.companyId, grants, [world.project])
  expect((await (await person({ payee: ['read'] })).get(path)).status).toBe(403)
  expect((await (await person({ missing_invoice: ['read'] })).get(path)).status).toBe(403)
  expect((await world.admin.get('/payees/none/missing_invoices')).status).toBe(404)
  await world.admin.put('/company/features', { items: [{ feature: 'missing_invoice', on: false }] })
  const off = await world.admin.get(path)
  expect([off.status, off.msg]).toEqual([403, '该功能未启用'])
})
