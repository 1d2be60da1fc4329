import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '../files/links.ts'
import { keepPace } from '../files/pace.ts'
import type { Timing } from '../timing.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Answers a spreadsheet with this file name. A stream is read while it is sent; see `keepPace`. */
export async function sendSheet(
  { timing }: { timing: Timing },
  reply: FastifyReply,
  name: string,
  sheet: Readable | Buffer,
) {
  // A slow reader holds a database connection and a snapshot, or a process.
  keepPace(reply.raw, timing)
  reply.headers({ 'Content-Type': TYPE, 'Content-Disposition': contentDisposition('attachment', name) })
  return await reply.send(sheet)
}
