import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { filePath } from '../../../src/base/attachments/link.ts'
import { newCode } from '../../../src/platform/codes.ts'
import { signLink } from '../../../src/platform/files/links.ts'
import { keyOf, startUploads } from './app.ts'

const uploads = await startUploads()
const { app, companyId, project, clerk, picture, uploaded, get } = uploads
const { db } = app.services
afterAll(() => app.close())

test('links of a picture end with the rights of the person they were made for', async () => {
  const own = await uploaded(keyOf('a', 'png'), picture)
  const { id: attachment_id, project_id } = await db
    .selectFrom('attachments')
    .select(['id', 'project_id'])
    .where('code', '=', own.code)
    .executeTakeFirstOrThrow()
  const { id: invoice_id } = await db
    .insertInto('invoices')
    .values({ project_id, code: newCode(), creator_id: clerk.userId, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('invoice_files')
    .values({ project_id, invoice_id, attachment_id, position: 1, sha256: '0'.repeat(64) })
    .execute()

  const reader = (await app.person(companyId, { invoice: ['read'], contract: ['read'] }, [project])).on(
    project,
  )
  const listed = async (who: typeof reader) =>
    (await who.get('/api/common/attachments', { codes: [own.code] })).data.items[0]
  const shown = await listed(reader)
  const opened = async ({ file_url, thumb_url }: { file_url: string; thumb_url: string }) =>
    Promise.all([file_url, thumb_url].map(async (url) => (await get(url)).statusCode))
  const role = sql`(select role_id from users where id = ${reader.userId})`
  const losses = [
    [
      sql`update users set disabled = true where id = ${reader.userId}`,
      sql`update users set disabled = false`,
    ],
    [
      sql`update users set must_change_password = true where id = ${reader.userId}`,
      sql`update users set must_change_password = false`,
    ],
    [sql`update companies set second_factor = 'all'`, sql`update companies set second_factor = 'none'`],
    [sql`update roles set enabled = false where id = ${role}`, sql`update roles set enabled = true`],
    [
      sql`update role_permissions set actions = '{}' where role_id = ${role} and model = 'invoice'`,
      sql`update role_permissions set actions = '{read}' where role_id = ${role}`,
    ],
    [
      sql`delete from project_members where user_id = ${reader.userId}`,
      sql`insert into project_members (project_id, user_id) values (${project_id}, ${reader.userId})`,
    ],
  ] as const
  expect(await opened(shown)).toEqual([200, 200])
  for (const [loss, back] of losses) {
    await loss.execute(db)
    expect(await opened(shown)).toEqual([403, 403])
    await back.execute(db)
    expect(await opened(shown)).toEqual([200, 200])
  }
  // The signature covers the person, so a link cannot be changed to another one's.
  for (const [name, value] of [
    ['by', clerk.code],
    ['for', 'contract'],
    ['for', ''],
  ] as const) {
    const url = new URL(shown.file_url)
    url.searchParams.set(name, value)
    expect((await get(url.href)).statusCode).toBe(403)
  }

  // A link to one's own upload needs access to the project only.
  const mine = await listed(clerk)
  expect(await opened(mine)).toEqual([200, 200])
  await sql`delete from project_members where user_id = ${clerk.userId}`.execute(db)
  expect(await opened(mine)).toEqual([403, 403])
  expect(await opened(own as typeof mine)).toEqual([403, 403])
})

test('a link that a server of the version before has made opens during an upgrade', async () => {
  const { admin } = uploads
  const own = await uploaded(keyOf('b', 'png'), picture, admin.on(project))
  expect((await get(signLink(app.services, filePath(project, own.code), {}, 60_000))).statusCode).toBe(200)
})
