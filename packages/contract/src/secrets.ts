import { UPLOAD_SECRETS } from './attachments.ts'
import { CONTRACT_SECRETS } from './contracts.ts'
import type { Secrets } from './masking.ts'
import { PAYEE_SECRETS } from './payees.ts'
import { SESSION_SECRETS } from './session.ts'

/** Every field name that the audit log masks, in any record at any depth; each module declares its own beside its schemas. */
// A payee's phone number is masked in its answers, of which its entries are made: accounts of people have a `phone`, too, which is logged in full.
const { account } = PAYEE_SECRETS
export const SECRETS: Secrets = {
  ...CONTRACT_SECRETS,
  ...SESSION_SECRETS,
  ...UPLOAD_SECRETS,
  account,
  pay_account: account,
}
