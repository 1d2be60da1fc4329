import type { Attachment } from '@pianzhang/contract/attachments'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { signLink } from '../../platform/files/links.ts'
import type { Services } from '../../platform/services.ts'

const FILES_URL = '/api/common/files'

const LIFETIME_MS = 3600_000
/** Links are the same within this interval, so that pages use the browser's cache. */
const STABLE_MS = 5 * 60_000

interface Context {
  services: Services
  baseUrl: string
  project: { code: string }
}

export interface AttachmentRow {
  code: string
  file_name: string
  file_size: number
  has_thumb: boolean
}

/** The contract's attachment with signed absolute links; the file and its thumbnail share one signature. */
export function attachmentAnswer({ services, baseUrl, project }: Context, row: AttachmentRow): Attachment {
  const path = filePath(project.code, row.code)
  const link = signLink(services, path, {}, LIFETIME_MS, STABLE_MS)
  return {
    code: row.code,
    file_name: row.file_name,
    file_size: row.file_size,
    file_url: baseUrl + link,
    ...(row.has_thumb && { thumb_url: `${baseUrl}${path}/thumb${link.slice(path.length)}` }),
  }
}

/**
 * The files of records by the record's id, in their order. `links` is a SELECT of (owner, attachment_id, position), of records of the
 * project.
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

export const filePath = (projectCode: string, code: string) => `${FILES_URL}/${projectCode}/${code}`

/** The storage key of a picture's thumbnail. */
export const thumbKey = (storageKey: string) => `${storageKey}.thumb.jpg`
