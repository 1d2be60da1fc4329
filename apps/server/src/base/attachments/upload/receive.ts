import { rm } from 'node:fs/promises'
import type { Attachment } from '@pianzhang/contract/attachments'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { goneSignal } from '../../../platform/http/gone.ts'
import type { Services } from '../../../platform/services.ts'
import { drainUnread, readForm } from './form.ts'
import type { UploadSlot, UploadSlots } from './slots.ts'
import { admitUpload, storeUpload } from './store.ts'

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
    return await storeUpload(services, request, admission, { file, path, thumbPath, gone: goneSignal(reply) })
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
