import type { Attachment } from '@pianzhang/contract/attachments'
import { signLink } from '../../platform/links.ts'
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

export const filePath = (projectCode: string, code: string) => `${FILES_URL}/${projectCode}/${code}`

/** The storage key of a picture's thumbnail. */
export const thumbKey = (storageKey: string) => `${storageKey}.thumb.jpg`
