import type { Model } from '@pianzhang/contract/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../http/errors.ts'
import type { ProjectContext } from '../http/route.ts'
import { watchRights } from './watch-rights.ts'

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000
/** After this time the stream ends and the page reconnects, so that session and rights are checked again. */
const MAX_DURATION_MS = 10 * 60_000
/** Unsent bytes after which the connection of a page that does not read is closed; it reloads when it reconnects. */
const MAX_BUFFERED_BYTES = 256 * 1024

/** Limit of a person's open streams, one for each browser or window: each stream costs statements when a role changes. */
const MAX_OF_PERSON = 50
const tooMany = () =>
  new Failure('tooMany', '打开的页面过多，请关闭一些页面后重试', [], { 'Retry-After': '30' })

const ofPeople = new Map<bigint, number>()
let open = 0
/** How many event streams this process has open. */
export const openStreams = (): number => open

/** Writes one event; `data` is sent as JSON, `name` is absent for an unnamed event. */
export type Send = (data: unknown, name?: string) => void

/**
 * Answers with an event stream. `subscribe` gets functions that send an event and end the stream, and returns one that unsubscribes.
 * If it fails, the answer is an ordinary failure. Throws 429 above a person's limit.
 */
export async function eventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  subscribe: (send: Send, end: () => void) => Promise<() => void>,
): Promise<FastifyReply> {
  const { raw } = reply
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(text)
    if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy()
  }
  // Events and the end of the stream wait until the head is written: `subscribe` may report some before it returns.
  let early: string[] | undefined = []
  const send: Send = (data, name) => {
    const text = `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
    if (early) early.push(text)
    else write(text)
  }
  let isOver = false
  const end = () => {
    isOver = true
    if (!early) raw.end()
  }
  const release = acquireStream(request.person?.userId)
  const stop = await subscribe(send, end).catch((error: unknown) => {
    release()
    throw error
  })
  reply.hijack()
  raw.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': request.id,
  })
  write(': open\n\n')
  for (const text of early) write(text)
  early = undefined
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS)
  const maxDuration = setTimeout(() => raw.end(), MAX_DURATION_MS)
  const close = () => {
    // Removed, so that it runs once: a connection that is already destroyed emits its `close` after the call below.
    raw.off('close', close)
    clearInterval(heartbeat)
    clearTimeout(maxDuration)
    release()
    stop()
  }
  raw.once('close', close)
  if (raw.destroyed) close()
  else if (isOver) raw.end()
  return reply
}

/** Counts a stream until the returned function is called. */
function acquireStream(person: bigint | undefined): () => void {
  const before = person === undefined ? 0 : (ofPeople.get(person) ?? 0)
  if (before >= MAX_OF_PERSON) throw tooMany()
  open += 1
  if (person !== undefined) ofPeople.set(person, before + 1)
  return () => {
    open -= 1
    if (person === undefined) return
    const left = (ofPeople.get(person) ?? 1) - 1
    if (left > 0) ofPeople.set(person, left)
    else ofPeople.delete(person)
  }
}

/**
 * For each resource, the other resources whose pages show its sums, names or choices: people who may read only those must reload too. The
 * event itself has no data that needs a right.
 */
export type ShownIn = ReadonlyMap<Model, readonly Model[]>

/** The project itself is shown to everyone in it. */
const concerns = ({ can }: ProjectContext, resource: Model, shownIn: ShownIn): boolean =>
  resource === 'project' || [resource, ...(shownIn.get(resource) ?? [])].some((model) => can(model, 'read'))

/**
 * Answers with an event stream: an unnamed event `{ resource, action }` for each change in the project of a resource that this person
 * may read, or that is shown in a resource they may read; and an event `notices`, without data, when the person's own notices change.
 */
export async function streamChanges(
  context: ProjectContext,
  request: FastifyRequest,
  reply: FastifyReply,
  shownIn: ShownIn,
): Promise<FastifyReply> {
  return await eventStream(request, reply, async (send, end) => {
    const { changes } = context.services
    const stops = [await watchRights(context, end)]
    const stop = () => {
      for (const one of stops) one()
    }
    try {
      stops.push(await changes.listenToPerson(context.userId, () => send({}, 'notices'), end))
      stops.push(
        await changes.listen(
          context.project.id,
          (change) => {
            if (concerns(context, change.resource, shownIn)) send(change)
          },
          end,
        ),
      )
    } catch (error) {
      stop()
      throw error
    }
    return stop
  })
}
