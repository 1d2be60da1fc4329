import { expect, test } from 'vitest'
import { testCompany } from '../../harness/company.ts'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { type Caller, newProject } from '../../harness/harness.ts'
import { book, subjectCode } from '../../harness/ledger.ts'

withAllSubjects()

const { app, companyId, admin } = await testCompany()

const fresh = async () => admin.on(await newProject(admin))
const total = async (person: Caller) =>
  (await person.get('/subjects', { keywords: '0', per_page: 1 })).data.listTotal

test('one is deleted, with an entry in the log', async () => {
  const person = await fresh()
  const code = await subjectCode(person, '24000101')
  expect(await person.delete(`/subjects/${code}`)).toMatchObject({ code: 0, msg: '删除成功' })
  expect(await person.delete(`/subjects/${code}`)).toMatchObject({ status: 404 })
  expect(await total(person)).toBe(380)
  const entries = await app.services.db
    .selectFrom('audit_logs')
    .selectAll()
    .where('code', '=', code)
    .execute()
  expect(entries).toMatchObject([
    {
      action: 'delete',
      resource: 'subject',
      label: '24000101 摄影机租赁费',
      before: { name: '摄影机租赁费', out_code: '24000101' },
    },
  ])
})

test('one with children can only be deleted together with all of them', async () => {
  const person = await fresh()
  const [one, two, ...threes] = await Promise.all(
    ['9900', '990001', '99000101', '99000102', '99000103'].map((number) => subjectCode(person, number)),
  )
  expect(await person.delete(`/subjects/${two}`)).toMatchObject({
    status: 422,
    msg: '科目 990001 不可预见费 下有科目 99000101 不可预见费、99000102 天气及不可抗力损失、99000103 超期超支准备，不能删除',
  })
  const some = await person.delete('/subjects/batch', { codes: [two, threes[0], threes[1]] })
  expect(some.msg).toBe('科目 990001 不可预见费 下有科目 99000103 超期超支准备，不能删除')
  expect(await total(person)).toBe(381)
  expect(await person.delete('/subjects/batch', { codes: [one, two, ...threes, two] })).toMatchObject({
    code: 0,
  })
  expect(await total(person)).toBe(376)
  const entries = await app.services.db
    .selectFrom('audit_logs')
    .select('code')
    .where('action', '=', 'delete')
    .where('code', 'in', [one ?? '', two ?? '', ...threes])
    .execute()
  expect(entries).toHaveLength(5)
})

test('one in use cannot be deleted, and the message names the payments', async () => {
  const person = await fresh()
  const [used, free] = await Promise.all(
    ['24000101', '24000102'].map((number) => subjectCode(person, number)),
  )
  const codes: string[] = []
  for (let count = 0; count < 4; count += 1)
    codes.push((await book(person, { subject_three_code: used })).data.code)
  const msg = `科目 24000101 摄影机租赁费 已被付款 ${codes.slice(0, 3).join('、')} 等 使用，不能删除`
  expect(await person.delete(`/subjects/${used}`)).toMatchObject({ status: 422, msg })
  expect(await person.delete('/subjects/batch', { codes: [free, used] })).toMatchObject({ status: 422, msg })
  expect(await total(person)).toBe(381)
  await person.delete('/cost_executions/batch', { codes: codes.slice(1) })
  expect((await person.delete(`/subjects/${used}`)).msg).toBe(
    `科目 24000101 摄影机租赁费 已被付款 ${codes[0]} 使用，不能删除`,
  )
})

test('a batch is all or nothing, and reads the codes from the body or the query', async () => {
  const person = await fresh()
  const [first, second] = await Promise.all(
    ['24000101', '24000102'].map((number) => subjectCode(person, number)),
  )
  const foreign = await subjectCode(await fresh(), '24000103')
  for (const other of ['nothing', foreign])
    expect(await person.delete('/subjects/batch', { codes: [first, other] })).toMatchObject({
      status: 404,
      data: { errors: [{ field: 'codes[1]' }] },
    })
  expect(await person.delete('/subjects/batch', { codes: [] })).toMatchObject({
    status: 422,
    msg: '请选择删除项',
  })
  expect(await person.delete('/subjects/batch', { codes: [{}] })).toMatchObject({ status: 422 })
  expect(await total(person)).toBe(381)
  expect(await person.delete(`/subjects/batch?codes[]=${first}&codes[]=${second}`)).toMatchObject({ code: 0 })
  expect(await total(person)).toBe(379)
})

test('needs a login, the right and the project', async () => {
  const person = await fresh()
  const project = person.project ?? ''
  const code = await subjectCode(person, '24000101')
  const writer = await app.person(companyId, { subject: ['read', 'write'] }, [project])
  const unlinked = await app.person(companyId, { subject: ['delete'] })
  const stranger = (await app.company()).admin
  for (const call of [
    (who: Caller) => who.on(project).delete(`/subjects/${code}`),
    (who: Caller) => who.on(project).delete('/subjects/batch', { codes: [code] }),
  ]) {
    expect((await call(app.nobody)).status).toBe(401)
    expect((await call(writer)).status).toBe(403)
    expect((await call(unlinked)).code).toBe(300009)
    expect((await call(stranger)).code).toBe(300009)
  }
  const elsewhere = await fresh()
  expect((await elsewhere.delete(`/subjects/${code}`)).status).toBe(404)
  expect(await total(person)).toBe(381)
  const deleter = await app.person(companyId, { subject: ['delete'] }, [project])
  expect((await deleter.on(project).delete(`/subjects/${code}`)).code).toBe(0)
})
