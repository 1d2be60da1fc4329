import { recordFiles } from '../../base/attachments/record-files.ts'

/** The voucher pictures of petty cash details. */
export const voucherFiles = recordFiles('imprest_attachments', 'imprest_id')
