import type { FieldError } from '@pianzhang/contract/errors'
import type { User } from '@pianzhang/contract/users'
import type { Rights } from '../../platform/http/account.ts'
import { Failure, invalid, refused } from '../../platform/http/errors.ts'
import { isOperatorPhone } from '../../platform/http/operator.ts'
import { type Holder, lacking } from '../../platform/http/rights.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { namesOf } from '../../platform/lists/naming.ts'

/** An account that somebody wants to change. */
export interface Target {
  userId: bigint
  phone: string
  isSuper: boolean
  disabled: boolean
  secondFactor: boolean
  /** What its role allows, or would allow if it were enabled. */
  rights: Rights
  /** Whether it is linked to a project that the editor may not enter. */
  hidden: boolean
}

type Editor = Holder & Pick<PersonContext, 'userId' | 'can' | 'services'>

const isOwn = (editor: Editor, target: Target) => editor.userId === target.userId

/**
 * Why the editor may not take over the account (by setting its password, or a phone number of their own): the account may do or see more than
 * the editor, or it runs the server. Undefined if it may not.
 */
function exceeds(editor: Editor, target: Target): string | undefined {
  if (isOperatorPhone(editor, target.phone)) return '该账号属于系统运营人员'
  const lacked = lacking(editor, target.rights)
  if (lacked.length > 0) return `该账号的权限超出您的权限：${namesOf(lacked)}`
  return target.hidden ? '该账号参与了您无权进入的项目' : undefined
}

/** What the editor may do with the account: the `can` flags of its answer. The checks below follow the same rules. */
export function flags(editor: Editor, target: Target): User['can'] {
  const own = isOwn(editor, target)
  const write = editor.can('user', 'write') && (own ? editor.isSuper : !target.isSuper)
  const within = exceeds(editor, target) === undefined
  return {
    write,
    delete: editor.can('user', 'delete') && !own && !target.isSuper,
    transfer: editor.isSuper && own,
    reset: write && !own && within,
    second_factor: write && !own && within && target.secondFactor,
    status: write && !own && (!target.disabled || within),
    role: write && !target.isSuper,
    phone: write && (own || within),
    projects: write && !target.isSuper,
  }
}

/**
 * Throws 403 unless the editor may change the account: only the super administrator may change the super administrator's account, and nobody
 * else their own. `disables`: the change disables the account; for the editor's own account that is 422.
 */
export function checkEditable(editor: Editor, target: Target, disables = false): void {
  if (flags(editor, target).write) return
  const own = isOwn(editor, target)
  if (own && disables) throw invalid([OWN_STATUS])
  throw new Failure(
    'forbidden',
    own ? '不能修改自己的账号，请联系其他管理员' : '超级管理员的账号只能由本人修改',
  )
}

const OWN_STATUS: FieldError = { field: 'status', message: '不能禁用自己的账号' }

/** What a PUT would change; undefined: unchanged. */
export interface Change {
  phone: boolean
  password: boolean
  status: '0' | '1' | undefined
  /** The code of the new role, null: none. */
  role: string | null | undefined
}

/** Errors by field for changes that the editor's rights, or the kind of the account, do not allow. */
export function wrongChanges(editor: Editor, target: Target, change: Change): FieldError[] {
  const own = isOwn(editor, target)
  const more = exceeds(editor, target)
  const errors: FieldError[] = []
  if (change.phone && !own && more) errors.push({ field: 'phone', message: `${more}，不能修改手机号` })
  if (change.password && own) errors.push({ field: 'password', message: OWN_PASSWORD })
  else if (change.password && more) errors.push({ field: 'password', message: `${more}，不能重置密码` })
  if (change.status === '1' && own) errors.push(OWN_STATUS)
  else if (change.status === '0' && more) errors.push({ field: 'status', message: `${more}，不能启用` })
  if (target.isSuper && change.role !== undefined)
    errors.push({ field: 'role_code', message: '超级管理员的角色不能修改，请使用移交' })
  return errors
}

const OWN_PASSWORD = '请在“修改密码”中修改自己的密码'

/** Why the editor, who may change the account, may not set a new password for it; undefined if they may. */
export function resetRefusal(editor: Editor, target: Target): string | undefined {
  if (isOwn(editor, target)) return OWN_PASSWORD
  const more = exceeds(editor, target)
  return more && `${more}，不能重置密码`
}

/** Throws unless the editor may set a new password for the account; the editor knows it until the account's owner changes it. */
export function checkReset(editor: Editor, target: Target): void {
  if (isOwn(editor, target)) throw refused(OWN_PASSWORD)
  checkEditable(editor, target)
  const why = resetRefusal(editor, target)
  if (why) throw new Failure('forbidden', why)
}

/** Throws unless the account may be deleted. */
export function checkRemovable(editor: Editor, target: Target): void {
  if (isOwn(editor, target)) throw refused('不能删除自己的账号')
  if (target.isSuper) throw new Failure('forbidden', '超级管理员不能删除')
}
