import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertSubjects } from '../../../src/base/subjects/insert.ts'
import { newCode } from '../../../src/platform/codes.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { book, subjectCode } from '../../harness/ledger.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp
let admin: Caller
let person: Caller
let projectId: bigint

beforeAll(async () => {
  app = await workerApp()
  admin = (await app.company()).admin
  const code = await newProject(admin)
  person = admin.on(code)
  const { db } = app.services
  projectId = (
    await db.selectFrom('projects').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  ).id
})
afterAll(async () => await app.close())

const add = async (out_code: string, parent_code: string, name = '新') =>
  await person.post('/subjects', { out_code, name, category: out_code.length / 2 - 2, parent_code })
/** A colleague's transaction that inserts a subject. */
const colleague = (out_code: string) => (tx: Tx) =>
  insertSubjects(tx, projectId, new Date(), [
    { code: newCode(), category: out_code.length === 6 ? 1 : 2, out_code, name: '同事的' },
  ])

test('of 20 concurrent adds with one proposed number one succeeds, the others are refused', async () => {
  const parent_code = await subjectCode(person, '240001')
  const { out_code } = (await person.get('/subjects/preload_code', { category: 2, parent_code })).data
  const tally = await atOnce(20, (index) => add(out_code, parent_code, `科目${index}`))
  expect(tally).toEqual({ '0 操作成功': 1, '422 科目编号已存在': 19 })
  expect((await person.get('/subjects', { keywords: out_code })).data.listTotal).toBe(1)
})

test('an add waits for an uncommitted one with the same number, and is refused', async () => {
  const parent = await subjectCode(person, '240002')
  const answer = await overlap(app, colleague('24000277'), () => add('24000277', parent))
  expect(answer).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'out_code', message: '科目编号已存在' }] },
  })
})

test('adding a child waits for the deletion of its parent, and is refused', async () => {
  const parent = (await add('240088', await subjectCode(person, '2400'))).data.code
  const answer = await overlap(
    app,
    (tx) => tx.deleteFrom('subjects').where('code', '=', parent).execute(),
    () => add('24008801', parent),
  )
  expect(answer).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'parent_code', message: '上级科目不存在' }] },
  })
})

test('deleting a parent waits for an uncommitted child, and is refused', async () => {
  const parent = (await add('240089', await subjectCode(person, '2400'), '父')).data.code
  const answer = await overlap(app, colleague('24008901'), () => person.delete(`/subjects/${parent}`))
  expect(answer).toMatchObject({ status: 422, msg: '科目 240089 父 下有科目 24008901 同事的，不能删除' })
})

test('of two batches with the same subjects in different orders one deletes them, without a deadlock', async () => {
  const parent = await subjectCode(person, '240003')
  const codes: string[] = []
  for (const number of ['24000371', '24000372', '24000373']) codes.push((await add(number, parent)).data.code)
  const tally = await atOnce(2, (index) =>
    person.delete('/subjects/batch', { codes: index === 0 ? codes : codes.toReversed() }),
  )
  expect(tally).toEqual({ '0 删除成功': 1, '404 数据不存在或已被删除': 1 })
})

test('of deleting a subject and booking on it at the same time only one succeeds', async () => {
  const parent = await subjectCode(person, '240004')
  for (let round = 0; round < 10; round += 1) {
    const subject = (await add(`240004${40 + round}`, parent)).data.code
    const [removed, booked] = await Promise.all([
      person.delete(`/subjects/${subject}`),
      book(person, { subject_three_code: subject }),
    ])
    expect([removed.code, booked.code].sort()).toEqual([0, 422])
  }
})
