import type { Model } from '@pianzhang/contract/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectContext } from '../http/route.ts'
import { watchRights } from './watch-rights.ts'

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000
/** Then the stream ends and the page reconnects, which checks its session and rights again. */
const MAX_DURATION_MS = 10 * 60_000
/** Unsent bytes after which the connection of a page that does not read is closed; it reloads when it reconnects. */
const MAX_BUFFERED_BYTES = 256 * 1024

let open = 0
/** How many event streams this process has open. */
export const openStreams = (): number => open

/** Writes one event; `data` is sent as JSON, `name` is absent for an unnamed event. */
export type Send = (data: unknown, name?: string) => void

/**
 * Answers with an event stream. `subscribe` gets how to send and how to end it, and returns what stops sending; its failure is an
 * ordinary answer.
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
  // Kept until the head is written, as is an end: `subscribe` may hear of something before it returns.
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
  const stop = await subscribe(send, end)
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
  open += 1
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS)
  const maxDuration = setTimeout(() => raw.end(), MAX_DURATION_MS)
  const close = () => {
    clearInterval(heartbeat)
    clearTimeout(maxDuration)
    open -= 1
    stop()
  }
  raw.once('close', close)
  if (raw.destroyed) close()
  else if (isOver) raw.end()
  return reply
}

/**
 * The resources that show sums, names or choices of this one: who may read only those must reload too. A change has no
 * data that needs a right. The project itself is shown to everyone in it.
 */
const SHOWN_IN: { [R in Model]?: readonly Model[] } = {
  investment_budget: ['overview', 'investment_execution'],
  cost_budget: ['overview'],
  investment_execution: ['overview', 'contract', 'contract_caution', 'investment_budget'],
  imprest: ['overview'],
  cost_execution: ['overview', 'contract', 'contract_caution', 'invoice'],
  contract: ['overview', 'contract_caution', 'cost_execution', 'investment_execution', 'imprest'],
  invoice: ['cost_execution'],
  subject: ['cost_budget', 'cost_execution', 'imprest'],
  investment_category: ['investment_execution'],
  pay_category: ['cost_execution'],
}

const concerns = ({ can }: ProjectContext, resource: Model): boolean =>
  resource === 'project' || [resource, ...(SHOWN_IN[resource] ?? [])].some((model) => can(model, 'read'))

/**
 * Answers with an event stream: an unnamed event `{ resource, action }` for each change in the project of what this person
 * may read, or of what a resource shows that they may read.
 */
export async function streamChanges(
  context: ProjectContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return await eventStream(request, reply, async (send, end) => {
    const stopRights = await watchRights(context, end)
    const stopChanges = await context.services.changes
      .listen(
        context.project.id,
        (change) => {
          if (concerns(context, change.resource)) send(change)
        },
        end,
      )
      .catch((error: unknown) => {
        stopRights()
        throw error
      })
    return () => {
      stopRights()
      stopChanges()
    }
  })
}
