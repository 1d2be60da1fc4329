import type { IncomingMessage } from 'node:http'
import { SHEET_LIMIT } from '@pianzhang/contract/attachments'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pgError } from '../../../platform/database/database.ts'
import { Failure, invalid } from '../../../platform/http/errors.ts'
import type { UploadBounds } from './slots.ts'
import { type ReceivedFile, writeTemp } from './temp-file.ts'

interface Watch {
  /** Call once the token is verified. */
  known(): void
  /** Call once the body was read. */
  stop(): void
}

/** Closes the connection of a sender that sends no valid token in time or stops sending, so that its upload slot becomes free. */
function watchSender(
  request: IncomingMessage,
  { tokenMs, stallMs }: Pick<UploadBounds, 'tokenMs' | 'stallMs'>,
): Watch {
  const cutOff = () => request.destroy()
  let timer: NodeJS.Timeout = setTimeout(cutOff, tokenMs)
  return {
    known: () => {
      clearTimeout(timer)
      let read = request.socket.bytesRead
      timer = setInterval(() => {
        if (request.socket.bytesRead === read) cutOff()
        read = request.socket.bytesRead
      }, stallMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Most bytes that are read and discarded after a refusal, with (`KNOWN`) and without a valid token: a browser reads the answer only after it
 * has sent its whole body. Above the limit the answer is sent and the connection closed.
 */
const DRAIN_KNOWN = SHEET_LIMIT
const DRAIN_UNKNOWN = 2 * 1024 * 1024

export const FORM_LIMITS = {
  fields: 20,
  files: 1,
  fileSize: SHEET_LIMIT + 1,
  fieldSize: 8 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
}

export interface Fields {
  token?: string
  key?: string
}

/**
 * Reads a multipart form and writes its file to `tempPath`. `admit` is called with the fields that precede the file; it returns an admission with
 * the greatest size of the file in bytes, or throws to refuse the file before it is written, and calls `known` when it has verified the token.
 * Throws 400 for a malformed form, otherwise what `admit` and `writeTemp` throw.
 */
export async function readForm<A extends { limit: number }>(
  request: FastifyRequest,
  reply: FastifyReply,
  tempPath: string,
  bounds: UploadBounds,
  admit: (fields: Fields, known: () => void) => Promise<A>,
): Promise<{ admission: A; file: ReceivedFile }> {
  if (!request.isMultipart()) throw new Failure('mediaType')
  const fields: Fields = {}
  const watch = watchSender(request.raw, bounds)
  let known = false
  let received: { admission: A; file: ReceivedFile } | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw invalid([{ field: 'file', message: '请选择要上传的文件' }])
        const admission = await admit({ ...fields }, () => {
          known = true
          watch.known()
        })
        received = { admission, file: await writeTemp(part.file, tempPath, admission.limit) }
      } else if (part.fieldname === 'token' || part.fieldname === 'key') {
        const name = part.fieldname
        if (typeof part.value !== 'string' || part.valueTruncated)
          throw invalid([{ field: name, message: '格式不正确' }])
        // The first value counts: `admit` has not checked a second one that follows the file.
        fields[name] ??= part.value
      }
    }
  } catch (error) {
    const cut = request.raw.destroyed && !request.raw.readableEnded
    const ended = await drain(request.raw, known ? DRAIN_KNOWN : DRAIN_UNKNOWN)
    if (!ended) reply.header('Connection', 'close')
    throw asFailure(error, cut)
  } finally {
    watch.stop()
  }
  if (!received) throw invalid([{ field: 'file', message: '请选择要上传的文件' }])
  return received
}

/** Reads and discards the body of an upload that was refused before its body was read, so that the sender gets the answer. */
export async function drainUnread(
  request: FastifyRequest,
  reply: FastifyReply,
  bounds: UploadBounds,
): Promise<void> {
  const watch = watchSender(request.raw, bounds)
  try {
    if (!(await drain(request.raw, DRAIN_UNKNOWN))) reply.header('Connection', 'close')
  } finally {
    watch.stop()
  }
}

/** Turns errors of the parser and of a lost connection into 400; returns a Failure and errors of the disk unchanged. */
function asFailure(error: unknown, cut: boolean): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error
  const code = pgError(error)?.code ?? ''
  if (code === 'FST_FILES_LIMIT') return invalid([{ field: 'file', message: '一次只能上传一个文件' }])
  const ofParser = code.startsWith('FST_') || /multipart data|^Multipart: |^The needle/.test(error.message)
  return cut || ofParser ? new Failure('brokenJson') : error
}

/** Reads and discards the rest of the body. False if it has more than `limit` bytes; the rest is left unread. */
async function drain(source: IncomingMessage, limit: number): Promise<boolean> {
  if (source.readableEnded || source.destroyed) return true
  source.unpipe()
  let rest = 0
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      rest += (chunk as Buffer).length
      if (rest > limit) return false
    }
  } catch {
    // The connection is lost: there is nobody to answer.
  }
  return true
}
