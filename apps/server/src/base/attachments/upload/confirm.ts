import { rm } from 'node:fs/promises'
import type { Attachment, UploadTokenAnswer, uploadConfirmBody } from '@pianzhang/contract/attachments'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalid } from '../../../platform/http/errors.ts'
import { goneSignal } from '../../../platform/http/gone.ts'
import { errorForLog } from '../../../platform/http/log-error.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'
import type { Services } from '../../../platform/services.ts'
import { StorageDown } from '../../../platform/storage/remote.ts'
import { incomingKey } from './incoming.ts'
import { readKey } from './kind.ts'
import type { UploadSlots } from './slots.ts'
import { type Admission, admitUpload, storeUpload } from './store.ts'
import { type ReceivedFile, writeTemp } from './temp-file.ts'
import { issueToken, newGrant, TOKEN_MS } from './token.ts'

const UPLOADS = '/api/common/uploads'

/**
 * `POST /qinius`: the address and the form fields of an upload. In a direct upload to the storage the file gets a key of its own below
 * `incoming/`: the storage enforces key, size and expiry, and the server checks the content when the upload is confirmed.
 */
export async function issueUpload(
  { services, baseUrl, userId, project }: ProjectContext,
  key: string,
): Promise<UploadTokenAnswer> {
  const grant = newGrant({ userId, projectId: project.id, key })
  const token = issueToken(services, grant)
  const parts = readKey(key)
  const direct = services.config.storage.direct ? services.storage.direct : null
  // A file of a kind that is not allowed is sent to this server: unlike the storage, it refuses with a reason in Chinese.
  if (!direct || !parts?.kind) return { token, upload_url: baseUrl + UPLOADS, key }
  const { url, fields } = await direct.form(incomingKey(project.id, grant.id), {
    bytes: parts.limit,
    ms: TOKEN_MS,
  })
  return { token, upload_url: url, key, fields, confirm_url: `${baseUrl}${UPLOADS}/confirm` }
}

/**
 * `POST /uploads/confirm`: takes over a file that a browser has sent to the storage. The server downloads it, checks its copy and stores the
 * copy under another key, as the sender can replace the uploaded file until the form expires.
 */
export async function confirmUpload(
  services: Services,
  slots: UploadSlots,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: z.output<typeof uploadConfirmBody>,
): Promise<Attachment> {
  const path = await services.storage.temp()
  const thumbPath = await services.storage.temp()
  const slot = slots.open(request.ip)
  try {
    const admission = await admitUpload(services, fields)
    const { grant } = admission
    slot.admit(grant.userId, admission.limit)
    const place = incomingKey(grant.projectId, grant.id)
    const gone = goneSignal(reply)
    const taken = await takeOver(services, request, admission, { place, path, thumbPath, gone }).catch(
      (error: unknown) => {
        if (!(error instanceof StorageDown)) return { error }
        throw error
      },
    )
    await services.storage.remove(place).catch((error: unknown) => {
      // The clean-up removes the file after a day.
      console.error('a confirmed upload could not be removed:', place, errorForLog(error))
    })
    if ('error' in taken) throw taken.error
    return taken
  } finally {
    await Promise.all([path, thumbPath].map((temp) => rm(temp, { force: true }))).finally(slot.release)
  }
}

async function takeOver(
  services: Services,
  request: FastifyRequest,
  admission: Admission,
  { place, ...temps }: { place: string; path: string; thumbPath: string; gone: AbortSignal },
): Promise<Attachment> {
  const file = await fetchFile(services, place, temps.path, admission.limit)
  return await storeUpload(services, request, admission, { file, ...temps })
}

async function fetchFile(
  { storage }: Services,
  place: string,
  path: string,
  limit: number,
): Promise<ReceivedFile> {
  const source = await storage.open(place)
  if (!source) throw invalid([{ field: 'file', message: '文件没有传到文件存储，请重新上传' }])
  try {
    return await writeTemp(source, path, limit)
  } finally {
    source.destroy()
  }
}
