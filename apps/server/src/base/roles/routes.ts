import { roleApi } from '@pianzhang/contract/api/base'
import { code, nothing } from '@pianzhang/contract/page'
import { roleBody, roleDetail, roleList, roleQuery, roleStatusBody } from '@pianzhang/contract/roles'
import { z } from 'zod'
import { confirmed, inCompany } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { listRoles, showRole } from './list.ts'
import type { PeopleRules } from './rule.ts'
import { addRole, removeRole, updateRole } from './save.ts'
import { setRoleStatus } from './status.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inCompany('role', action)
const mayConfirmed = (action: 'write' | 'delete') => confirmed(may(action))

export const roleRoutes = (rules: PeopleRules): Route[] => [
  read(
    roleApi.list,
    { summary: 'A page of roles', access: may('read'), query: roleQuery, answer: roleList },
    listRoles,
  ),
  read(roleApi.show, { summary: 'One role', access: may('read'), params, answer: roleDetail }, showRole),
  write(
    roleApi.create,
    { summary: 'Create a role', access: mayConfirmed('write'), body: roleBody, answer: roleDetail },
    addRole,
  ),
  write(
    roleApi.update,
    {
      summary: 'Replace name, description and permissions',
      access: mayConfirmed('write'),
      params,
      body: roleBody,
      answer: roleDetail,
    },
    (tx, context, input) => updateRole(tx, context, rules, input),
  ),
  write(
    roleApi.setStatus,
    {
      summary: 'Enable or disable it',
      access: mayConfirmed('write'),
      params,
      body: roleStatusBody,
      answer: roleDetail,
    },
    (tx, context, input) => setRoleStatus(tx, context, rules, input),
  ),
  write(
    roleApi.remove,
    { summary: 'Delete a role that no account has', access: mayConfirmed('delete'), params, answer: nothing },
    (tx, context, input) => removeRole(tx, context, rules, input),
  ),
]
