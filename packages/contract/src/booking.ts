import { z } from 'zod'
import { MAX_VOUCHERS } from './attachments.ts'
import { code } from './page.ts'
import { isStorable } from './text.ts'

/** The level-three subject on which an amount is booked, by its code. */
export const subjectThreeCode = z
  .string('请选择科目')
  .min(1, '请选择科目')
  .max(64, '科目不存在')
  .refine(isStorable, '科目不存在')

/** The codes of voucher pictures, in their order. */
export const voucherCodes = z
  .array(code, '凭证图片格式不正确')
  .max(MAX_VOUCHERS, `您一次最多只能上传${MAX_VOUCHERS}个文件`)
  .refine((codes) => new Set(codes).size === codes.length, '凭证图片重复')
  .nullish()
  .transform((codes) => codes ?? [])
