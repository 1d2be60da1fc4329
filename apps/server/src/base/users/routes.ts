import { userApi } from '@pianzhang/contract/api/base'
import { DONE } from '@pianzhang/contract/errors'
import { code, nothing } from '@pianzhang/contract/page'
import {
  addedUser,
  resetAnswer,
  resetBody,
  transferQuery,
  user,
  userBody,
  userList,
  userQuery,
  userUpdate,
} from '@pianzhang/contract/users'
import { z } from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import { refused } from '../../platform/http/errors.ts'
import { confirmed, inCompany, superOnly } from '../../platform/http/guard.ts'
import {
  type Input,
  type PersonContext,
  type Route,
  read,
  slowWrite,
  write,
} from '../../platform/http/route.ts'
import type { PeopleRules } from '../roles/rule.ts'
import { removeFactor } from '../sessions/second-factor/codes.ts'
import { listUsers, showUser } from './list.ts'
import { openUser, targetOf } from './load.ts'
import { hashForChange, passwordForNew, passwordForReset } from './new-password.ts'
import { resetPassword } from './password.ts'
import { alsoWrong } from './references.ts'
import { checkReset } from './rules.ts'
import { addUser, removeUser, updateUser } from './save.ts'
import { transferSuper } from './transfer.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inCompany('user', action)
const mayConfirmed = (action: 'write' | 'delete') => confirmed(may(action))

export const userRoutes = (rules: PeopleRules): Route[] => [
  read(
    userApi.list,
    { summary: 'A page of accounts', access: may('read'), query: userQuery, answer: userList },
    listUsers,
  ),
  read(userApi.show, { summary: 'One account', access: may('read'), params, answer: user }, showUser),
  slowWrite(
    userApi.create,
    {
      summary: 'Create an account',
      access: mayConfirmed('write'),
      body: userBody,
      answer: addedUser,
      alsoWrong,
    },
    passwordForNew,
    (tx, context, input) => addUser(tx, context, rules, input),
  ),
  slowWrite(
    userApi.update,
    {
      summary: 'Change an account; with a password, reset it',
      access: mayConfirmed('write'),
      params,
      body: userUpdate,
      answer: user,
    },
    hashForChange,
    (tx, context, input) => updateUser(tx, context, rules, input),
  ),
  slowWrite(
    userApi.resetPassword,
    {
      summary: 'Reset the password, to one that the answer shows if none is given',
      access: mayConfirmed('write'),
      params,
      body: resetBody,
      answer: resetAnswer,
    },
    passwordForReset,
    resetPassword,
  ),
  write(
    userApi.remove,
    { summary: 'Delete an account', access: mayConfirmed('delete'), params, answer: nothing },
    (tx, context, input) => removeUser(tx, context, rules, input),
  ),
  write(
    userApi.takeSecondFactor,
    {
      summary: 'Take its two-step verification away',
      access: mayConfirmed('write'),
      params,
      msg: DONE,
      answer: nothing,
    },
    takeSecondFactor,
  ),
  write(
    userApi.transfer,
    {
      summary: "Hand over the super administrator's rights",
      access: confirmed(superOnly),
      params,
      query: transferQuery,
      msg: DONE,
      answer: nothing,
    },
    (tx, context, input) => transferSuper(tx, context, rules, input),
  ),
]

/** Takes an account's two-step verification away, as for a lost phone, and ends its sessions. Who may set its password may do so. */
async function takeSecondFactor(
  tx: Tx,
  caller: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const { context, user } = await openUser(tx, caller, params.code, 'write')
  checkReset(context, targetOf(user))
  if (!user.row.second_factor) throw refused('该账号没有开启两步验证')
  await removeFactor(tx, context, user.row)
  await endSessions(tx, [user.row.id], context.now)
  return {}
}
