import type { Attachment } from '@pianzhang/contract/attachments'

/** Every stored picture has a thumbnail, and no other file has. */
export const isPicture = ({ thumb_url }: Attachment): boolean => thumb_url !== undefined
