import { eventApi } from '@pianzhang/contract/api/sessions'
import type { FastifyInstance } from 'fastify'
import { loginInProject } from '../http/guard.ts'
import { admit } from '../http/register.ts'
import type { ProjectContext } from '../http/route.ts'
import type { Services } from '../services.ts'
import { type ShownIn, streamChanges } from './change-stream.ts'

/** Registers the event stream, which does not answer JSON. */
export function registerEvents(
  app: FastifyInstance,
  services: Services,
  base: string,
  shownIn: ShownIn,
): void {
  const route = {
    access: loginInProject,
    writes: false,
    summary: 'What changes in the project, as it changes',
    note: "An event stream; the project may be named in the query `project`. Each event is { resource, action }; one named `notices` says that one's own notices changed",
  }
  app.get(
    base + eventApi.project.path,
    {
      exposeHeadRoute: false,
      config: { route },
      onRequest: (request) => admit(services, route, request),
    },
    (request, reply) =>
      streamChanges({ ...request.person, services } as ProjectContext, request, reply, shownIn),
  )
}
