import { UPLOAD_SECRETS } from './attachments.ts'
import { CONTRACT_SECRETS } from './contracts.ts'
import type { Secrets } from './masking.ts'
import { SESSION_SECRETS } from './session.ts'

/** Every field name that the audit log masks, in any record at any depth; each module declares its own beside its schemas. */
export const SECRETS: Secrets = { ...CONTRACT_SECRETS, ...SESSION_SECRETS, ...UPLOAD_SECRETS }
