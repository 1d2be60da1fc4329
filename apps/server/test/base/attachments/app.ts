import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Attachment, attachment } from '@pianzhang/contract/attachments'
import { expect } from 'vitest'
import { type Answer, type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { formOf, png } from './helpers.ts'

export const MB = 1024 * 1024

export const keyOf = (name: string, extension: string) =>
  `manager/attachments/${name}-1732150000000.${extension}`

export const refusedOn = (field: string, message: string) => ({
  status: 422,
  code: 422,
  msg: expect.stringContaining(message),
  data: { errors: [{ field, message: expect.stringContaining(message) }] },
})

/** A project and a clerk on this server, the worker's unless given, and helpers for uploads to it. */
export async function startUploads(opening: Promise<TestApp> = workerApp()) {
  const app = await opening
  const { id: companyId, admin } = await app.company()
  const project = await newProject(admin)
  const clerk = (await app.person(companyId, { cost_execution: ['read', 'write'] }, [project])).on(project)
  const picture = await png()

  async function tokenFor(key: string, who: Caller = clerk): Promise<string> {
    const answer = await who.post('/api/common/qinius', { key })
    const { direct } = app.services.config.storage
    const upload_url = direct ? expect.any(String) : expect.stringMatching(/^http.*\/api\/common\/uploads$/)
    expect(answer).toMatchObject({ status: 200, code: 0, data: { key, upload_url } })
    return answer.data.token
  }

  async function post(form: ReturnType<typeof formOf>): Promise<Answer> {
    const response = await app.http.inject({ method: 'POST', url: '/api/common/uploads', ...form })
    return { status: response.statusCode, ...response.json(), headers: response.headers }
  }

  const send = (token: string, key: string, file: Buffer) =>
    post(
      formOf([
        ['token', token],
        ['key', key],
        ['file', file, 'blob'],
      ]),
    )

  const upload = async (key: string, file: Buffer, who = clerk) =>
    await send(await tokenFor(key, who), key, file)

  async function uploaded(key: string, file: Buffer, who = clerk): Promise<Attachment> {
    const answer = await upload(key, file, who)
    expect(answer).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
    return attachment.parse(answer.data)
  }

  const get = async (url: string, headers: Record<string, string> = {}) =>
    await app.http.inject({ method: 'GET', url: url.replace(/^http:\/\/[^/]+/, ''), headers })

  async function storedFiles(): Promise<number> {
    const folder = join(app.services.config.dataDir, 'files')
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).length
  }

  const rows = async () => (await app.services.db.selectFrom('attachments').select('id').execute()).length

  /** Expects that `run` adds no row and no file, temp files included. */
  async function leavesNothing(run: () => Promise<unknown>): Promise<void> {
    const before = [await rows(), await storedFiles()]
    await run()
    expect([await rows(), await storedFiles()]).toEqual(before)
  }

  return {
    app,
    companyId,
    admin,
    project,
    clerk,
    picture,
    tokenFor,
    post,
    send,
    upload,
    uploaded,
    get,
    storedFiles,
    rows,
    leavesNothing,
  }
}
