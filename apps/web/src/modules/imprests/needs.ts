import type { WriteOffNeed } from '@pianzhang/contract/imprests'

/** What a write-off needs, as its messages name it. */
export const NEEDS: Readonly<Record<WriteOffNeed, string>> = {
  voucher_category: '凭证类型',
  face_tax_rate: '票面税率',
  voucher_attachments: '凭证图片',
}
export const NEED_NAMES = Object.keys(NEEDS) as readonly WriteOffNeed[]
