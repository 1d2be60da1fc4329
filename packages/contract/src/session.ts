import { z } from 'zod'
import { FEATURE_NAMES } from './features.ts'
import { HIDDEN, type Secrets } from './masking.ts'
import { plainPhone } from './numbers.ts'
import { listOf } from './page.ts'
import { PASSWORD_MAX, PASSWORD_MIN, weakness, wrongLength } from './password.ts'
import { ACTIONS } from './permissions.ts'
import { isStorable, length } from './text.ts'

/** The secret fields of sessions and accounts, by their names in bodies, answers and tables. */
export const SESSION_SECRETS = {
  password: HIDDEN,
  old_password: HIDDEN,
  initial_password: HIDDEN,
  password_hash: HIDDEN,
  token: HIDDEN,
  token_hash: HIDDEN,
  captcha: HIDDEN,
  captcha_token: HIDDEN,
  second_factor_token: HIDDEN,
  secret: HIDDEN,
  offered_secret: HIDDEN,
  code_hash: HIDDEN,
} as const satisfies Secrets

const passwordText = (refuse: (text: string) => string | undefined) =>
  z
    .string('请输入密码')
    .superRefine((text, ctx) => {
      const message = refuse(text)
      if (message) ctx.addIssue({ code: 'custom', message, input: text })
    })
    .meta({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })

/** A typed password: 8 to 128 characters of any kind. */
const passwordInput = passwordText(wrongLength)

/** A new password. Whether it is part of the phone number is checked separately where the number is known. */
export const newPassword = passwordText((text) => weakness(text))

export const loginBody = z.object({
  phone: z
    .string('请输入用户名')
    .overwrite(plainPhone)
    .min(1, '请输入用户名')
    .max(20, '手机号格式不正确')
    .refine(isStorable, '手机号格式不正确'),
  password: passwordInput,
  captcha: z
    .string('请输入验证码')
    .trim()
    .min(1, '请输入验证码')
    .max(16, '验证码错误')
    .refine(isStorable, '验证码错误'),
  captcha_token: z.string('请输入验证码').min(1, '请输入验证码').max(128, '验证码错误'),
})
/** An account with two-step verification gets no session, but a token that makes one with a code (second-factor.ts). */
export const loginAnswer = z.union([
  z.object({ token: z.string() }),
  z.object({ second_factor_token: z.string() }),
])
export type LoginAnswer = z.output<typeof loginAnswer>
export const sessionToken = z.object({ token: z.string() })

export const captchaAnswer = z.object({ captcha: z.string(), token: z.string() })

export const passwordBody = z
  .object({
    old_password: z
      .string('请输入原密码')
      .min(1, '请输入原密码')
      .refine((text) => length(text) <= PASSWORD_MAX, '密码不能超过128位'),
    password: newPassword,
  })
  .refine((body) => body.old_password !== body.password, {
    path: ['password'],
    error: '新密码不能与原密码相同',
  })

export const profile = z.object({
  code: z.string(),
  name: z.string(),
  phone: z.string(),
  company: z.object({ code: z.string(), name: z.string() }),
  role: z.object({ code: z.string(), name: z.string(), is_super: z.boolean() }),
  current_permissions: z.array(z.object({ resource_model: z.string(), actions: z.array(z.enum(ACTIONS)) })),
  current_project: z
    .object({
      code: z.string(),
      name: z.string(),
      archive_at: z.string().nullable(),
      expire_at: z.string(),
      expired: z.boolean(),
    })
    .nullable(),
  must_change_password: z.boolean(),
  /** Whether the company requires two-step verification, which the person has not turned on: nothing else works before. */
  must_set_second_factor: z.boolean(),
  /** The features of the company that are on. */
  features: z.array(z.enum(FEATURE_NAMES)),
  /** Whether the page 系统状态 is open to the person. */
  is_operator: z.boolean(),
  /** In Chinese: what is missing in the server's settings; for the operator only. */
  notices: z.array(z.string()),
})
export type Profile = z.output<typeof profile>

const ownSession = z.object({
  code: z.string(),
  created_at: z.string(),
  seen_at: z.string(),
  address: z.string(),
  agent: z.string(),
  current: z.boolean(),
})
export const ownSessionList = z.object(listOf(ownSession))

/** Whether PostgreSQL can hold every key, text and number in it (`1e999` is parsed as Infinity); `JSON.stringify` visits them all. */
function holdsStorable(json: unknown): boolean {
  let storable = true
  JSON.stringify(json, (key, value) => {
    if (!isStorable(key)) storable = false
    if (typeof value === 'string' && !isStorable(value)) storable = false
    if (typeof value === 'number' && !Number.isFinite(value)) storable = false
    return value
  })
  return storable
}

/**
 * What the pages remember for a person: a JSON object of at most 16 KB. Not `z.json()`: it is recursive, and the OpenAPI document
 * would lack the target of its $ref.
 */
export const preferences = z
  .record(z.string().max(100), z.unknown(), {
    error: ({ code }) => (code === 'invalid_key' ? '键名不能超过100个字符' : undefined),
  })
  .refine((value) => JSON.stringify(value).length <= 16_384, '偏好设置过大')
  .refine(holdsStorable, '包含无法保存的字符')

export const site = z.object({
  company: z.string(),
  hotline: z.string(),
  icp: z.string(),
  police: z.string(),
  address: z.string(),
  email: z.string(),
  bank: z.object({ subject: z.string(), account: z.string(), name: z.string() }),
  products: z.array(z.object({ name: z.string(), url: z.string() })),
})
export type Site = z.output<typeof site>

export const healthAnswer = z.object({ status: z.literal('ok') })
