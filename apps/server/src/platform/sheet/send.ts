import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '../links.ts'
import { keepPace } from '../pace.ts'
import type { Timing } from '../timing.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Answers a spreadsheet of this name. A stream is sent as it is written, and its rows are read meanwhile; see `keepPace`. */
export async function sendSheet(
  { timing }: { timing: Timing },
  reply: FastifyReply,
  name: string,
  sheet: Readable | Buffer,
) {
  // A slow reader holds a connection of the database and a snapshot, or a process.
  keepPace(reply.raw, timing)
  reply.headers({ 'Content-Type': TYPE, 'Content-Disposition': contentDisposition('attachment', name) })
  return await reply.send(sheet)
}
