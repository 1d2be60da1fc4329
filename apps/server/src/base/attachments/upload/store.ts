import { rm } from 'node:fs/promises'
import type { Attachment } from '@pianzhang/contract/attachments'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit/audit.ts'
import { newCode } from '../../../platform/codes.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { Failure, invalid } from '../../../platform/http/errors.ts'
import { errorForLog } from '../../../platform/http/log-error.ts'
import { originOf } from '../../../platform/http/register.ts'
import type { Services } from '../../../platform/services.ts'
import { StorageDown } from '../../../platform/storage/remote.ts'
import { attachmentAnswer, thumbKey } from '../link.ts'
import type { Fields } from './form.ts'
import { checkKind, isImage, type Kind, nameOf, readKey, type SentKind, wrongKind } from './kind.ts'
import { makeUploadedJpeg, makeUploadedThumb } from './picture.ts'
import { hashFile, type ReceivedFile } from './temp-file.ts'
import { readToken, refusedToken, type UploadGrant, usedToken } from './token.ts'
import { loadUploader, type Uploader } from './uploader.ts'

/** An upload that token and key permit: one file of this kind and name, by this person, into this project. */
export interface Admission {
  grant: UploadGrant
  uploader: Uploader
  fileName: string
  kind: SentKind
  limit: number
}

interface Checked extends Admission {
  kind: Kind
  file: ReceivedFile
  path: string
  thumbPath: string | null
}

/** Checks token and key. Calls `known` once the token is valid. Throws 422, or the guard's failures. */
export async function admitUpload(
  services: Services,
  fields: Fields,
  known: () => void = () => undefined,
): Promise<Admission> {
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

/**
 * Checks a received file by its content, then stores it with its thumbnail and inserts its row. The caller removes the temp files; `gone`: has
 * disconnected.
 */
export async function storeUpload(
  services: Services,
  request: FastifyRequest,
  admission: Admission,
  { file, path, thumbPath, gone }: { file: ReceivedFile; path: string; thumbPath: string; gone: AbortSignal },
): Promise<Attachment> {
  const kind = await checkKind(path, admission.kind)
  if (kind === 'heic') return await storeHeic(services, request, admission, { path, thumbPath, gone })
  if (isImage(kind)) await makeUploadedThumb(services, admission.uploader, { path, kind }, thumbPath, gone)
  return await storeChecked(services, request, {
    ...admission,
    kind,
    fileName: nameOf(admission.fileName, kind),
    file,
    path,
    thumbPath: isImage(kind) ? thumbPath : null,
  })
}

/** Stores a HEIC photograph as the JPEG that is made of it. */
async function storeHeic(
  services: Services,
  request: FastifyRequest,
  admission: Admission,
  { path, thumbPath, gone }: { path: string; thumbPath: string; gone: AbortSignal },
): Promise<Attachment> {
  const jpeg = await services.storage.temp()
  try {
    await makeUploadedJpeg(services, admission.uploader, path, jpeg, gone)
    const file = await hashFile(jpeg)
    const upload = { ...admission, kind: 'jpg' as const, fileName: nameOf(admission.fileName, 'jpg') }
    await makeUploadedThumb(services, upload.uploader, { path: jpeg, kind: 'jpg' }, thumbPath, gone)
    return await storeChecked(services, request, { ...upload, file, path: jpeg, thumbPath })
  } finally {
    await rm(jpeg, { force: true })
  }
}

/** Stores the file, then inserts its row; if the insert is refused (the token was used meanwhile), removes the file again. */
async function storeChecked(
  services: Services,
  request: FastifyRequest,
  upload: Checked,
): Promise<Attachment> {
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
          sha256: file.sha256,
          kind,
          storage_key: key,
          creator_id: grant.userId,
          token_id: grant.id,
          // The database's clock, which the clean-up compares with.
          created_at: sql<Date>`now()`,
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
    // Removed only if the row certainly does not exist: if the connection was lost at the commit, it may exist.
    // Not removed while the storage is down, as each try would wait for it: the clean-up removes files without a row.
    if (!(error instanceof StorageDown) && (!stored || error instanceof Failure)) {
      for (const one of [key, thumbKey(key)])
        await services.storage.remove(one).catch((failed: unknown) => {
          // The clean-up of files without a row removes the file later.
          console.error('a refused upload could not be removed:', one, errorForLog(failed))
        })
    }
    throw error
  }
  return attachmentAnswer(
    { ...origin, ...upload.uploader, services, can: () => false },
    { ...row, file_size: file.size },
    null,
  )
}
