import multipart from '@fastify/multipart'
import { attachmentApi } from '@pianzhang/contract/api/sessions'
import {
  attachment,
  attachmentsAnswer,
  attachmentsQuery,
  uploadConfirmBody,
  uploadForm,
  uploadTokenAnswer,
  uploadTokenBody,
} from '@pianzhang/contract/attachments'
import { DONE } from '@pianzhang/contract/errors'
import type { Model } from '@pianzhang/contract/permissions'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { checkWritable, loginInProject, open } from '../../platform/http/guard.ts'
import { envelope } from '../../platform/http/register.ts'
import { type Input, type ProjectContext, type Route, read } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { type AttachmentRow, attachmentAnswer } from './link.ts'
import { serveFile } from './serve.ts'
import { linksIn } from './unlink.ts'
import { confirmUpload, issueUpload } from './upload/confirm.ts'
import { FORM_LIMITS } from './upload/form.ts'
import { receiveUpload } from './upload/receive.ts'
import { UPLOAD_BOUNDS, type UploadBounds, UploadSlots } from './upload/slots.ts'

export const attachmentRoutes: Route[] = [
  read(
    attachmentApi.attachments,
    {
      summary:
        'Files by their codes, with fresh links: own uploads, and the files of records that may be read',
      access: loginInProject,
      query: attachmentsQuery,
      answer: attachmentsAnswer,
    },
    listAttachments,
  ),
  // A `read`, as it stores nothing: a `write` would repeat its answer for an Idempotency-Key, but each attempt needs a fresh token.
  read(
    attachmentApi.uploadToken,
    {
      summary: 'A token for one upload: valid 10 minutes, once',
      access: loginInProject,
      body: uploadTokenBody,
      answer: uploadTokenAnswer,
    },
    async (_db, context, { body: { key } }) => {
      checkWritable(context.project.readOnly)
      return await issueUpload(context, key)
    },
  ),
]

/** Most bytes of the body of a confirmation: a token and a key. */
const CONFIRM_LIMIT = 16 * 1024

/** The routes of uploads and files. Their access is open, as an upload token or a link's signature authorizes them (token.ts, links.ts). */
export async function registerFiles(
  app: FastifyInstance,
  services: Services,
  base: string,
  bounds: UploadBounds = UPLOAD_BOUNDS,
): Promise<void> {
  const slots = new UploadSlots(bounds)
  // The multipart parser is registered for this scope only: all other routes answer a multipart body with 415.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false })
    scope.post(
      `${base}/uploads`,
      {
        config: { route: { access: open, summary: 'Upload a file', form: uploadForm } },
        schema: { response: { 200: envelope(attachment) } },
      },
      async (request, reply) => ({
        code: 0 as const,
        msg: DONE,
        data: await receiveUpload(services, slots, request, reply),
      }),
    )
  })
  app.post(
    base + attachmentApi.confirmUpload.path,
    {
      config: {
        route: {
          access: open,
          summary: 'Take over a file that was sent to the storage itself, by its upload token',
        },
      },
      schema: { body: uploadConfirmBody, response: { 200: envelope(attachment) } },
      bodyLimit: CONFIRM_LIMIT,
    },
    async (request, reply) => {
      const fields = request.body as z.output<typeof uploadConfirmBody>
      return {
        code: 0 as const,
        msg: DONE,
        data: await confirmUpload(services, slots, request, reply, fields),
      }
    },
  )
  app.get(
    `${base}/files/:project/:code`,
    { config: { route: { access: open, summary: 'A file, by its signed address' } } },
    async (request, reply) => await serveFile(services, request, reply, false),
  )
  app.get(
    `${base}/files/:project/:code/thumb`,
    { config: { route: { access: open, summary: 'The thumbnail of a picture, by its signed address' } } },
    async (request, reply) => await serveFile(services, request, reply, true),
  )
}

/**
 * Fresh links to files, for a form or a draft that outlives its links: to the caller's own uploads, and to files of records that the caller
 * may read. Other codes are left out.
 */
async function listAttachments(
  db: Db,
  context: ProjectContext,
  { query: { codes } }: Input<unknown, z.output<typeof attachmentsQuery>, unknown>,
) {
  const readable = linksIn(context.project.id).filter(({ model }) => context.can(model, 'read'))
  const mine = sql`a.creator_id = ${context.userId}`
  const shownBy = sql.join(
    readable.map(({ model, linked }) => sql`when ${linked} then ${model}`),
    sql` `,
  )
  const { rows } = await sql<AttachmentRow & { shown_by: Model | null }>`
    select a.code, a.file_name, a.file_size::int4 as file_size, a.has_thumb,
      case when ${mine} then null ${shownBy} end as shown_by from attachments a
    where a.project_id = ${context.project.id} and a.code = any(${codes}) and a.storage_key <> ''
      and (${sql.join([mine, ...readable.map(({ linked }) => linked)], sql` or `)})
    order by a.id`.execute(db)
  return { items: rows.map((row) => attachmentAnswer(context, row, row.shown_by)) }
}
