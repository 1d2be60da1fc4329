import { z } from 'zod'
import { isStorable } from './text.ts'

/** Whom a company requires two-step verification of, in the order of the page. */
export const SECOND_FACTOR_RULES = [
  { code: 'none', label: '不要求' },
  { code: 'approvers', label: '有审批权限的人' },
  { code: 'all', label: '所有人' },
] as const

/** Digits of a code of the authenticator app. */
export const DYNAMIC_DIGITS = 6
/** How many recovery codes an account gets at once. */
export const RECOVERY_CODES = 10

/** A code of the app, or a recovery code: people type both with spaces and dashes, and letters in either case. */
const typedCode = z
  .string('请输入动态码')
  .overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .min(1, '请输入动态码')
  .max(64, '动态码或备用码不正确')
  .refine(isStorable, '动态码或备用码不正确')
const password = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .max(1000, '密码不正确')
  .refine(isStorable, '密码不正确')

/** `token`: what the right password of an account with a second factor was answered with. */
export const secondFactorLogin = z.object({
  token: z.string('请重新输入密码登录').min(1, '请重新输入密码登录').max(128, '请重新输入密码登录'),
  code: typedCode,
})
export const secondFactorPassword = z.object({ password })
export const secondFactorCode = z.object({ code: typedCode })
export const secondFactorOff = z.object({ password, code: typedCode })

/** `on_since`: null while it is off. */
export const secondFactor = z.object({
  on_since: z.string().nullable(),
  codes_left: z.number().int(),
})
export type SecondFactor = z.output<typeof secondFactor>

/** The key for the authenticator app: in base32 to be typed, and as an address for a QR code. */
export const secondFactorKey = z.object({ secret: z.string(), uri: z.string() })
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const secondFactorRule = z.object({
  rule: z.enum(['none', 'approvers', 'all'], '请选择要求的范围'),
})
export type SecondFactorRuleBody = z.output<typeof secondFactorRule>
