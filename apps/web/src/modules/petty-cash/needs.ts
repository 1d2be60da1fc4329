import type { WriteOffNeed } from '@pianzhang/contract/petty-cash'

/** Names, in messages, of the fields that a write-off requires. */
export const NEEDS: Readonly<Record<WriteOffNeed, string>> = {
  voucher_category: '凭证类型',
  face_tax_rate: '票面税率',
  voucher_attachments: '凭证图片',
}
export const NEED_NAMES = Object.keys(NEEDS) as readonly WriteOffNeed[]
