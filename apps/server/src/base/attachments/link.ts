import type { Attachment } from '@pianzhang/contract/attachments'
import { type Action, type Model, RESOURCES } from '@pianzhang/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { signLink } from '../../platform/files/links.ts'
import { type Access, inProject, loginInProject } from '../../platform/http/guard.ts'
import type { Services } from '../../platform/services.ts'

const FILES_URL = '/api/common/files'

const LIFETIME_MS = 3600_000
/** Links to a file are equal within this interval, so that pages use the browser's cache. */
const STABLE_MS = 5 * 60_000

interface Context {
  services: Services
  baseUrl: string
  project: { code: string }
  userCode: string
  can(model: Model, action: Action): boolean
}

export interface AttachmentRow {
  code: string
  file_name: string
  file_size: number
  has_thumb: boolean
}

/**
 * The API's attachment with signed absolute links; the file and its thumbnail share one signature. The links stop working when the person
 * loses the right to read `shownBy`, the model of the record that shows the file; null: an own upload, which only needs access to the project.
 */
export function attachmentAnswer(context: Context, row: AttachmentRow, shownBy: Model | null): Attachment {
  const { services, baseUrl, project, userCode } = context
  const path = filePath(project.code, row.code)
  // A person who may write such records but not read them: the links in the answer to a save must not need the right to read.
  const right = shownBy && context.can(shownBy, 'read') && { for: shownBy }
  const link = signLink(services, path, { by: userCode, ...right }, LIFETIME_MS, STABLE_MS)
  return {
    code: row.code,
    file_name: row.file_name,
    file_size: row.file_size,
    file_url: baseUrl + link,
    ...(row.has_thumb && { thumb_url: `${baseUrl}${path}/thumb${link.slice(path.length)}` }),
  }
}

/**
 * The files of records by the record's id, ordered by position. `links`: a SELECT of owner (the record's id), attachment_id and position,
 * limited to the project.
 */
export async function filesOf(
  db: Db | Tx,
  projectId: bigint,
  links: RawBuilder<unknown>,
): Promise<ReadonlyMap<bigint, AttachmentRow[]>> {
  const { rows } = await sql<AttachmentRow & { owner: bigint }>`
    select l.owner, a.code, a.file_name, a.file_size::int4 as file_size, a.has_thumb
    from (${links}) l join attachments a on a.project_id = ${projectId} and a.id = l.attachment_id
    order by l.owner, l.position`.execute(db)
  return Map.groupBy(rows, ({ owner }) => owner)
}

/** The access that the creator of a link must still have. Null for a link of an older version: it names no creator and stays valid for its hour. */
export function accessOf({ by, for: shownBy }: Readonly<Record<string, string>>): Access<'project'> | null {
  if (by === undefined) return null
  const model = RESOURCES.find((one) => one.model === shownBy)?.model
  return model ? inProject(model, 'read') : loginInProject
}

export const filePath = (projectCode: string, code: string) => `${FILES_URL}/${projectCode}/${code}`

/** The storage key of a picture's thumbnail. */
export const thumbKey = (storageKey: string) => `${storageKey}.thumb.jpg`
