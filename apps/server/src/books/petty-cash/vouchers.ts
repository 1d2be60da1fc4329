import { recordFiles } from '../../base/attachments/record-files.ts'

/** The voucher pictures of petty cash details. */
export const voucherFiles = recordFiles('petty_cash_attachments', 'petty_cash_id')
