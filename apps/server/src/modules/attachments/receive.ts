import { rm } from 'node:fs/promises'
import type { Attachment } from '@pianzhang/contract/attachments'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { Failure, invalid } from '../../platform/http/errors.ts'
import { originOf } from '../../platform/http/register.ts'
import type { Services } from '../../platform/services.ts'
import { drainUnread, type Fields, type ReceivedFile, readForm } from './form.ts'
import { checkKind, isImage, type Kind, readKey, wrongKind } from './kind.ts'
import { attachmentAnswer, thumbKey } from './link.ts'
import { makeThumb } from './picture.ts'
import type { UploadSlot, UploadSlots } from './slots.ts'
import { readToken, refusedToken, type UploadGrant, usedToken } from './token.ts'
import { loadUploader, type Uploader } from './uploader.ts'

/** What the token and the key permit: one file of this kind and name, from this person, into this project. */
interface Admission {
  grant: UploadGrant
  uploader: Uploader
  fileName: string
  kind: Kind
  limit: number
}

interface Checked extends Admission {
  file: ReceivedFile
  path: string
  thumbPath: string | null
}

/**
 * `POST /uploads`: token → file → content → storage → row. A crash can leave a stored file without a row, but no row without its file; a
 * refused upload leaves nothing. Throws 429 past the limits of its address or person.
 */
export async function receiveUpload(
  services: Services,
  slots: UploadSlots,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Attachment> {
  const path = await services.storage.temp()
  const thumbPath = await services.storage.temp()
  const slot = await openSlot(slots, request, reply)
  try {
    const declared = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    const { admission, file } = await readForm(request, reply, path, slots.bounds, async (fields, known) => {
      const admitted = await admitUpload(services, fields, known)
      slot.admit(admitted.grant.userId, Math.min(declared, admitted.limit))
      return admitted
    })
    const { kind } = admission
    await checkKind(path, kind)
    if (isImage(kind)) await makeThumb(path, kind, thumbPath)
    return await store(services, request, {
      ...admission,
      file,
      path,
      thumbPath: isImage(kind) ? thumbPath : null,
    })
  } finally {
    await Promise.all([path, thumbPath].map((temp) => rm(temp, { force: true }))).finally(slot.release)
  }
}

async function openSlot(
  slots: UploadSlots,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UploadSlot> {
  try {
    return slots.open(request.ip)
  } catch (error) {
    await drainUnread(request, reply, slots.bounds)
    throw error
  }
}

async function admitUpload(services: Services, fields: Fields, known: () => void): Promise<Admission> {
  if (fields.token === undefined) throw refusedToken('请在文件之前提供上传凭证')
  if (fields.key === undefined) throw invalid([{ field: 'key', message: '请在文件之前提供文件名' }])
  const grant = readToken(services, fields.token)
  known()
  const parts = readKey(fields.key)
  if (!parts || fields.key !== grant.key) throw invalid([{ field: 'key', message: '文件名与上传凭证不一致' }])
  const { kind } = parts
  if (!kind) throw wrongKind()
  const uploader = await loadUploader(services.db, grant, services.clock())
  return { grant, uploader, fileName: parts.fileName, kind, limit: parts.limit }
}

/** Stores the file, then inserts its row; if the insert is refused (the token was used meanwhile), removes the file again. */
async function store(services: Services, request: FastifyRequest, upload: Checked): Promise<Attachment> {
  const { grant, file, kind, fileName } = upload
  const origin = originOf(services, request)
  const code = newCode()
  const key = `attachments/${upload.uploader.project.code}/${code}.${kind}`
  let stored = false
  const row = { code, file_name: fileName, has_thumb: upload.thumbPath !== null }
  try {
    if (upload.thumbPath) await services.storage.put(thumbKey(key), upload.thumbPath)
    await services.storage.put(key, upload.path)
    stored = true
    await inTransaction(services.db, async (tx) => {
      const uploader = await loadUploader(tx, grant, origin.now)
      const inserted = await tx
        .insertInto('attachments')
        .values({
          ...row,
          project_id: grant.projectId,
          file_size: BigInt(file.size),
          kind,
          storage_key: key,
          creator_id: grant.userId,
          token_id: grant.id,
          created_at: origin.now,
        })
        .onConflict((oc) => oc.constraint('attachments_token').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!inserted) throw usedToken()
      const after = { file_name: fileName, file_size: file.size, sha256: file.sha256 }
      await audit(
        tx,
        { ...origin, ...uploader, services },
        { action: 'create', resource: 'attachment', code, label: fileName, after },
      )
    })
  } catch (error) {
    // Only if the row certainly does not exist; after a connection lost at the commit it may.
    if (!stored || error instanceof Failure) {
      await services.storage.remove(key)
      await services.storage.remove(thumbKey(key))
    }
    throw error
  }
  return attachmentAnswer(
    { services, baseUrl: origin.baseUrl, project: upload.uploader.project },
    { ...row, file_size: file.size },
  )
}
