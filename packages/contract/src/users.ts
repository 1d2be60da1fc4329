import { z } from 'zod'
import { statusInput } from './lists.ts'
import { isMobile, plainPhone } from './numbers.ts'
import { code, listOf, orAbsent, pageQuery, queryText, updateBody, version } from './page.ts'
import { weakness } from './password.ts'
import { newPassword } from './session.ts'
import { isStorable, nameText, optionalName } from './text.ts'

/** The page's message when name or phone number is missing. */
const NAME_AND_PHONE = '请输入用户名和手机号！'

const phoneInput = z
  .string({
    error: ({ input }) => (input === undefined || input === null ? NAME_AND_PHONE : '手机号格式不正确'),
  })
  .overwrite(plainPhone)
  .superRefine((text, ctx) => {
    const message = text === '' ? NAME_AND_PHONE : isMobile(text) ? undefined : '手机号格式不正确'
    if (message) ctx.addIssue({ code: 'custom', message, input: text })
  })
  .meta({ pattern: '^1\\d{10}$', example: '13800000000' })

/** Absent, null and '' mean: one that the server makes for a new account, unchanged for an existing one. */
const optionalPassword = z.preprocess((value) => (value === '' ? null : value), newPassword.nullish())

const fields = z.object({
  name: nameText(NAME_AND_PHONE),
  post: optionalName,
  phone: phoneInput,
  password: optionalPassword.optional(),
  status: statusInput.optional(),
  /** null and '' mean none. */
  role_code: z.preprocess((value) => (value === '' ? null : value), code.nullish()).optional(),
  /** The account's projects that the caller may not enter are not named here and stay as they are. */
  project_codes: z.array(code, '格式不正确').max(1000, '最多1000项').nullish(),
  version,
})

const passwordRule = (
  { password, phone }: Pick<z.output<typeof fields>, 'password' | 'phone'>,
  ctx: z.RefinementCtx,
) => {
  const message = password == null ? undefined : weakness(password, phone)
  if (message) ctx.addIssue({ code: 'custom', path: ['password'], message, input: password })
}

/**
 * The body of POST and PUT. In a PUT an absent field keeps its value, and a `password` is a reset. Neither changes the role and the status
 * of the super administrator.
 */
export const userBody = fields.superRefine(passwordRule)
export type UserBody = z.output<typeof userBody>
export const userUpdate = updateBody(fields).superRefine(passwordRule)
export type UserUpdate = z.output<typeof userUpdate>

/** The body of `PUT /users/{code}/password`: without a password the server makes one. */
export const resetBody = z.object({ password: optionalPassword.optional() })
export type ResetBody = z.output<typeof resetBody>
/** `initial_password`: the one that the server made, which no other answer has. */
export const resetAnswer = z.object({ initial_password: z.string().optional() })
export type ResetAnswer = z.output<typeof resetAnswer>

const choice = orAbsent(z.string('格式不正确').max(64, '格式不正确').refine(isStorable, '格式不正确'))

export const userQuery = z.object({
  /** Part of the name, the phone number or the post. */
  keywords: queryText,
  /** '0' enabled, '1' disabled. */
  status: choice,
  role_code: choice,
  project_code: choice,
  ...pageQuery(),
})
export type UserQuery = z.output<typeof userQuery>

export const transferQuery = z.object({ transfer_user_code: code })
export type TransferQuery = z.output<typeof transferQuery>

export const user = z.object({
  code: z.string(),
  version: z.number().int(),
  name: z.string(),
  post: z.string(),
  phone: z.string(),
  status: z.enum(['0', '1']),
  status_i18n: z.string(),
  /** Null: no role. The super administrator's role has the code ''. A disabled role grants nothing. */
  role: z
    .object({
      code: z.string(),
      name: z.string(),
      is_super: z.boolean(),
      status: z.enum(['enable', 'disabled']),
    })
    .nullable(),
  /** The account's projects that the caller may enter. */
  projects: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Null for the first account of a company, which the operator creates. */
  creator: z.object({ name: z.string() }).nullable(),
  created_at: z.string(),
  /** Whether the password is still the initial one. Only the super administrator is told, as others could try passwords that colleagues type for new accounts. */
  must_change_password: z.boolean().optional(),
  /** Why an account that may be changed may not get a new password. */
  reset_refused: z.string().optional(),
  can: z.object({
    write: z.boolean(),
    delete: z.boolean(),
    /** The super administrator's own row only. */
    transfer: z.boolean(),
    reset: z.boolean(),
    /** Whether it has two-step verification, which may be taken away. */
    second_factor: z.boolean(),
    /** The dialog's fields `status`, `role`, `phone` and `projects` are locked if false. */
    status: z.boolean(),
    role: z.boolean(),
    phone: z.boolean(),
    projects: z.boolean(),
  }),
})
export type User = z.output<typeof user>
/** The answer to who creates an account. */
export const addedUser = user.extend(resetAnswer.shape)
export type AddedUser = z.output<typeof addedUser>
export const userList = z.object(listOf(user))
export type UserList = z.output<typeof userList>
