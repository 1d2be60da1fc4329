import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Access, open } from '../http/guard.ts'
import type { Services } from '../services.ts'
import type { SlotOwner } from '../slots.ts'
import { type LinkedProject, linkedProject } from './link-creator.ts'
import { checkLink, signLink } from './links.ts'

export const LINK_MS = 10 * 60_000

/** A GET route that is opened by a signed link; see `export-file.ts` for exports. */
export interface SignedFile {
  /** The whole path, from `/api/`. */
  path: string
  /** One English line for the OpenAPI document. */
  summary: string
  /** The access of the route that signs the link; its creator must still have it when the link is opened. */
  access: Access<'project'>
  /** Takes seconds of work, so it runs in the process of exports if there is one. */
  bulk?: boolean
  /** Answers the file, or throws a `Failure`. */
  send(link: OpenedLink): Promise<unknown>
}

/** A verified link: its signed values, and the creator whose rights it uses. What it shows depends on `project.can`, never on a signed right. */
export interface OpenedLink {
  services: Services
  request: FastifyRequest
  reply: FastifyReply
  project: LinkedProject
  /** Who created the link; the download takes their slots. */
  owner: SlotOwner
  query: Readonly<Record<string, string>>
}

/** Who creates a link, and in which project. */
export interface LinkContext {
  services: Pick<Services, 'secret' | 'clock'>
  project: { code: string }
  userCode: string
  baseUrl: string
}

/** A signed URL valid for 10 minutes, which needs no login. Create it only for people who may read the content. */
export function fileLink(context: LinkContext, path: string, query: Record<string, string> = {}): string {
  const { services, project, userCode, baseUrl } = context
  return baseUrl + signLink(services, path, { project: project.code, by: userCode, ...query }, LINK_MS)
}

/**
 * Registers the routes of signed links: 403 for a forged or expired link, or one whose creator has lost the right since; 404 for a deleted
 * project.
 */
export function registerSignedFiles(
  app: FastifyInstance,
  services: Services,
  files: readonly SignedFile[],
): void {
  for (const { path, summary, access, bulk = false, send } of files)
    app.get(
      path,
      // Without HEAD, which would read all rows of an export for nothing.
      { exposeHeadRoute: false, config: { route: { access: open, summary }, bulk } },
      async (request, reply) => {
        const { query } = checkLink(services, path, request.query)
        const link = { project: query.project, by: query.by }
        const project = await linkedProject(services.db, link, access)
        const owner = { person: query.by ?? '', company: String(project.companyId) }
        return await send({ services, request, reply, project, owner, query })
      },
    )
}
