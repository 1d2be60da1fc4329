import { afterAll, describe, expect, test } from 'vitest'
import { newProject } from '../../harness/harness.ts'
import { keyOf, startUploads } from './app.ts'

const uploads = await startUploads()
const { app, companyId, admin, project, clerk, picture, tokenFor, send, uploaded, get, leavesNothing } =
  uploads
afterAll(() => app.close())

describe('the token', () => {
  test.each([
    '',
    'a-1.png',
    'manager/attachments/a.png',
    'manager/attachments/a/b-1.png',
    'manager/attachments/a\n-1.png',
    '/manager/attachments/a-1.png',
    `manager/attachments/${'长'.repeat(300)}-1.png`,
    7,
    null,
    undefined,
    ['x'],
  ])('is not given for the key %j', async (key) => {
    expect(await clerk.post('/api/common/qinius', { key })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'key' }] },
    })
  })

  test('needs a login, a role, and a linked project that is not read-only', async () => {
    const body = { key: keyOf('a', 'png') }
    expect(await app.nobody.post('/api/common/qinius', body)).toMatchObject({ status: 401 })
    expect(
      await (await app.person(companyId, null, [project])).on(project).post('/api/common/qinius', body),
    ).toMatchObject({ status: 403 })
    const stranger = await app.person(companyId, { cost_execution: ['write'] })
    for (const who of [stranger, stranger.on(project), clerk.on('unknown')])
      expect(await who.post('/api/common/qinius', body)).toMatchObject({ status: 200, code: 300009 })
    const other = await app.company()
    expect(await other.admin.on(project).post('/api/common/qinius', body)).toMatchObject({ code: 300009 })
  })

  test('belongs to its project: the file is found there and nowhere else', async () => {
    const second = await newProject(admin, '第二个项目')
    const [one, two] = [
      await uploaded(keyOf('a', 'png'), picture),
      await uploaded(keyOf('b', 'png'), picture, admin.on(second)),
    ]
    expect(one.file_url).toContain(`/files/${project}/${one.code}?`)
    expect(two.file_url).toContain(`/files/${second}/${two.code}?`)
    expect((await get(one.file_url.replace(project, second))).statusCode).toBe(403)
    expect((await get(one.file_url.replace(one.code, two.code))).statusCode).toBe(403)
  })

  test('is checked against the rights its person has when the file arrives', async () => {
    const { db } = app.services
    const own = await newProject(admin, '会变的项目')
    const person = (await app.person(companyId, { cost_execution: ['write'] }, [own])).on(own)
    const key = keyOf('a', 'png')
    const projectId = (
      await db.selectFrom('projects').select('id').where('code', '=', own).executeTakeFirstOrThrow()
    ).id
    const expectAnswer = async (answer: object) =>
      await leavesNothing(async () => expect(await send(token, key, picture)).toMatchObject(answer))
    const token = await tokenFor(key, person)
    await db.updateTable('users').set({ disabled: true }).where('id', '=', person.userId).execute()
    await expectAnswer({ status: 403, code: 403 })
    await db.updateTable('users').set({ disabled: false }).where('id', '=', person.userId).execute()
    const require = (second_factor: 'all' | 'none') =>
      db.updateTable('companies').set({ second_factor }).where('id', '=', companyId).execute()
    await require('all')
    await expectAnswer({ status: 403, msg: '请先设置两步验证' })
    await require('none')
    await db.deleteFrom('project_members').where('user_id', '=', person.userId).execute()
    await expectAnswer({ status: 200, code: 300009 })
    await db.insertInto('project_members').values({ project_id: projectId, user_id: person.userId }).execute()
    await db.updateTable('projects').set({ archive_at: new Date() }).where('id', '=', projectId).execute()
    await expectAnswer({ status: 200, code: 300011 })
    expect(await person.post('/api/common/qinius', { key })).toMatchObject({ status: 200, code: 300011 })
    await db
      .updateTable('projects')
      .set({ archive_at: null, expire_at: '2020-01-01' })
      .where('id', '=', projectId)
      .execute()
    await expectAnswer({ status: 200, code: 300011 })
    await db
      .updateTable('projects')
      .set({ expire_at: '2999-01-01', deleted_at: new Date() })
      .where('id', '=', projectId)
      .execute()
    await expectAnswer({ status: 200, code: 300009 })
    await db.updateTable('projects').set({ deleted_at: null }).where('id', '=', projectId).execute()
    const file = await send(token, key, picture)
    expect(file).toMatchObject({ code: 0 })
    await db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', projectId).execute()
    expect((await get(file.data.file_url)).statusCode).toBe(404)
  })
})

describe('a signed address', () => {
  test('needs no login, lives an hour, and stays the same for some minutes', async () => {
    const file = await uploaded(keyOf('a', 'png'), picture)
    expect((await get(file.file_url)).statusCode).toBe(200)
    app.advance(59 * 60_000)
    expect((await get(file.file_url)).statusCode).toBe(200)
    app.advance(6 * 60_000)
    for (const url of [file.file_url, file.thumb_url ?? '']) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ code: 403, msg: '链接已失效，请刷新页面后重试', data: {} })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('is refused when anything in it is changed', async () => {
    const { file_url: url } = await uploaded(keyOf('a', 'png'), picture)
    const changed = [
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(/sign=./, 'sign='),
      url.replace(/&sign=.*/, ''),
      url.replace(/\?.*/, ''),
      `${url}&a=1`,
      `${url}&sign=x`,
    ]
    for (const bad of changed) expect((await get(bad)).json(), bad).toMatchObject({ code: 403 })
    expect((await get(url)).statusCode).toBe(200)
  })

  test('serves byte ranges, and 304 to a browser that has the file', async () => {
    const { file_url: url, code } = await uploaded(keyOf('a', 'png'), picture)
    const part = await get(url, { range: 'bytes=10-19' })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': `bytes 10-19/${picture.length}`,
      'content-length': '10',
    })
    expect(part.rawPayload.equals(picture.subarray(10, 20))).toBe(true)
    const known = await get(url, { 'if-none-match': `"${code}"` })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
    const head = await app.http.inject({ method: 'HEAD', url: url.replace(/^http:\/\/[^/]+/, '') })
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(picture.length),
      0,
    ])
  })

  test('of a removed file is 404 and is not cached', async () => {
    const file = await uploaded(keyOf('a', 'png'), picture)
    await app.services.storage.remove(`attachments/${project}/${file.code}.png`)
    const answer = await get(file.file_url)
    expect(answer.json()).toMatchObject({ code: 404 })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(answer.headers.etag).toBeUndefined()
  })
})

describe('fresh links', () => {
  const codesOf = async (who: typeof clerk, codes: string[]) => {
    const answer = await who.get('/api/common/attachments', { codes })
    expect(answer).toMatchObject({ status: 200, code: 0 })
    return answer.data.items.map((item: { code: string }) => item.code)
  }

  test('of an upload are for its sender, and are valid for another hour', async () => {
    const file = await uploaded(keyOf('a', 'png'), picture)
    app.advance(66 * 60_000)
    expect((await get(file.file_url)).statusCode).toBe(403)
    const { data } = await clerk.get('/api/common/attachments', { codes: [file.code, 'no-such-code'] })
    expect(data.items).toEqual([{ ...file, file_url: expect.any(String), thumb_url: expect.any(String) }])
    for (const url of [data.items[0].file_url, data.items[0].thumb_url])
      expect((await get(url)).statusCode).toBe(200)
    expect(await codesOf(admin.on(project), [file.code])).toEqual([])
    expect(await codesOf(clerk, [])).toEqual([])
  })

  test('of a voucher are for those who may read payments of its project', async () => {
    const file = await uploaded(keyOf('a', 'png'), picture)
    const second = await newProject(admin, '另一个项目')
    const reader = (await app.person(companyId, { cost_execution: ['read'] }, [project, second])).on(project)
    const other = (await app.person(companyId, { subject: ['read'] }, [project])).on(project)
    expect(await codesOf(reader, [file.code])).toEqual([])
    const [tree, categories] = [
      await clerk.get('/selects/subject_three'),
      await clerk.get('/selects/pay_categories'),
    ]
    const saved = await clerk.post('/cost_executions', {
      pay_at: '2026-11-21',
      payer: '某公司',
      cost_execution_details: [
        {
          subject_three_code: tree.data.items[0].value,
          pay_channel: '1',
          pay_category_id: categories.data.items.find((one: { value: string }) => /^\d+$/.test(one.value))
            .value,
          pay_amount: '1.00',
          voucher_attachment_codes: [file.code],
        },
      ],
    })
    expect(saved).toMatchObject({ code: 0 })
    expect(await codesOf(reader, [file.code])).toEqual([file.code])
    expect(await codesOf(other, [file.code])).toEqual([])
    expect(await codesOf(reader.on(second), [file.code])).toEqual([])
  })

  test('of an invoice are for who may read invoices', async () => {
    const file = await uploaded(keyOf('a', 'png'), picture)
    const { db } = app.services
    const { id, project_id } = await db
      .selectFrom('attachments')
      .select(['id', 'project_id'])
      .where('code', '=', file.code)
      .executeTakeFirstOrThrow()
    const invoice = await db
      .insertInto('invoices')
      .values({ project_id, code: 'picture', creator_id: clerk.userId, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('invoice_files')
      .values({ project_id, invoice_id: invoice.id, attachment_id: id, position: 1, sha256: '0'.repeat(64) })
      .execute()
    const reader = async (model: string) =>
      (await app.person(companyId, { [model]: ['read'] }, [project])).on(project)
    expect(await codesOf(await reader('invoice'), [file.code])).toEqual([file.code])
    expect(await codesOf(await reader('cost_execution'), [file.code])).toEqual([])
  })
})
