import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '../links.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const STALLED_MS = 60_000

/** Answers a spreadsheet of this name. A stream is sent as it is written, and its rows are read meanwhile. */
export async function sendSheet(reply: FastifyReply, name: string, sheet: Readable | Buffer) {
  // Who neither reads nor goes away holds a connection of the database, or a file.
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  reply.headers({ 'Content-Type': TYPE, 'Content-Disposition': contentDisposition('attachment', name) })
  return await reply.send(sheet)
}
