import { eventApi } from '@pianzhang/contract/api/sessions'
import { orderParams } from '@pianzhang/contract/orders'
import type { FastifyInstance } from 'fastify'
import { eventStream } from '../../platform/changes/change-stream.ts'
import { watchRights } from '../../platform/changes/watch-rights.ts'
import { checkStill, inCompany } from '../../platform/http/guard.ts'
import { admit } from '../../platform/http/register.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { loadOrder, orderAnswer } from './load.ts'

/** Registers the event stream of one order: an event `order` at the start, and one whenever the order's status changes. */
export function registerOrderEvents(app: FastifyInstance, services: Services, base: string): void {
  const route = {
    access: inCompany('order', 'read'),
    writes: false,
    summary: 'An order, now and when its status changes',
    note: 'An event stream; each event is named `order`, its data is the order as `GET /orders/{code}` answers it',
  }
  app.get(
    base + eventApi.order.path,
    {
      exposeHeadRoute: false,
      config: { route },
      schema: { querystring: orderParams },
      onRequest: (request) => admit(services, route, request),
    },
    async (request, reply) => {
      const context = { ...request.person, services } as PersonContext
      const { code } = request.query as { code: string }
      return await eventStream(request, reply, async (send, end) => {
        let sent: number | undefined
        const tell = async () => {
          const order = await loadOrder(services.db, context, code)
          if (order.status !== sent) send(orderAnswer(context, order), 'order')
          sent = order.status
        }
        // Sent one after the other, so that events keep their order. `checkStill` throws once the person's session or right has ended.
        let telling = Promise.resolve()
        const tellAgain = async () => {
          await checkStill(services.db, context, route.access, services.clock())
          await tell()
        }
        const stopRights = await watchRights(context, end)
        // Listening begins before the order is read, so that a change in between is sent as well.
        const stopChanges = await services.changes
          .listenToCompany(
            context.companyId,
            ({ resource }) => {
              if (resource === 'order') telling = telling.then(tellAgain).catch(end)
            },
            end,
          )
          .catch((error: unknown) => {
            stopRights()
            throw error
          })
        const stop = () => {
          stopRights()
          stopChanges()
        }
        try {
          await tell()
        } catch (error) {
          stop()
          throw error
        }
        return stop
      })
    },
  )
}
