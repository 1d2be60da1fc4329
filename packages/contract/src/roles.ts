import { z } from 'zod'
import { statusInput } from './lists.ts'
import { code, listOf, pageQuery, queryText, rights, version } from './page.ts'
import { ACTIONS, type Action, grantedActions, type Model, RESOURCES } from './permissions.ts'
import { longText, nameText } from './text.ts'

/** The labels of the actions. The role page does not offer `export` and `payment`, but the operation log names them. */
export const ACTION_LABELS: Readonly<Record<Action, string>> = {
  read: '查看',
  write: '新增/编辑',
  delete: '删除（归档）',
  export: '导出',
  payment: '支付',
}

/** The role page offers these; `export` is granted with `read` and `payment` with `write`. */
export const ROLE_ACTIONS = ['read', 'write', 'delete'] as const satisfies readonly Action[]

/** The super administrator is no row of `roles`: the list shows it under this name, with the code ''. */
export const SUPER_ROLE = { code: '', name: '超级管理员', desc: '拥有全部权限' } as const

const MODELS = RESOURCES.map((row) => row.model) as [Model, ...Model[]]

const permissionInput = z
  .object(
    {
      /** The code of an existing entry. It may be left out, as entries are found by their resource. */
      code: code.nullish(),
      resource_model: z.enum(MODELS, '资源不存在'),
      actions: z.array(z.enum(ACTIONS, '操作不存在'), '请选择操作').max(ACTIONS.length, '操作不能重复'),
    },
    '格式不正确',
  )
  .superRefine(({ resource_model, actions }, ctx) => {
    const resource = RESOURCES.find((row) => row.model === resource_model)
    const offered: readonly Action[] = resource?.actions ?? []
    for (const [index, action] of actions.entries())
      if (!offered.includes(action))
        ctx.addIssue({
          code: 'custom',
          path: ['actions', index],
          message: `${resource?.name ?? ''}没有“${ACTION_LABELS[action]}”操作`,
          input: action,
        })
  })
  .transform(({ code, resource_model, actions }) => ({
    code: code ?? null,
    resource_model,
    actions: grantedActions(resource_model, actions),
  }))

export const roleBody = z.object({
  name: nameText('角色名称'),
  desc: longText.refine((text) => text !== '', '请输入权限描述'),
  /** An entry that is left out is removed; an existing entry without actions stays and grants nothing. */
  permissions: z
    .array(permissionInput, '请选择权限')
    .max(RESOURCES.length, '资源不能重复')
    .superRefine((entries, ctx) => {
      for (const [index, { resource_model }] of entries.entries())
        if (entries.findIndex((entry) => entry.resource_model === resource_model) < index)
          ctx.addIssue({
            code: 'custom',
            path: [index, 'resource_model'],
            message: '资源不能重复',
            input: resource_model,
          })
    }),
  version,
})
export type RoleBody = z.output<typeof roleBody>

/** '1' disables, '0' enables. */
export const roleStatusBody = z.object({ status: statusInput })
export type RoleStatusBody = z.output<typeof roleStatusBody>

export const roleQuery = z.object({ name: queryText, ...pageQuery() })
export type RoleQuery = z.output<typeof roleQuery>

/** A row of the list. */
export const role = z.object({
  /** '' for the super administrator, which is listed but cannot be opened. */
  code: z.string(),
  version: z.number().int(),
  name: z.string(),
  desc: z.string(),
  is_super: z.boolean(),
  status: z.enum(['enable', 'disabled']),
  status_i18n: z.string(),
  created_at: z.string(),
  /** How many accounts have it. */
  user_count: z.number().int(),
  /** `status`: whether a disabled role may be enabled, or an enabled one disabled. */
  can: rights.extend({ status: z.boolean() }),
})
export type Role = z.output<typeof role>
export const roleList = z.object(listOf(role))
export type RoleList = z.output<typeof roleList>

export const permission = z.object({
  code: z.string(),
  resource_name: z.string(),
  resource_model: z.enum(MODELS),
  actions: z.array(z.enum(ACTIONS)),
})
/** What GET, POST and PUT of one role answer. */
export const roleDetail = z.object({ ...role.shape, permissions: z.array(permission) })
export type RoleDetail = z.output<typeof roleDetail>

/** The query parameter `category` of the API, whose only value is `manager`. */
export const resourcesQuery = z.object({
  category: z.enum(['manager'], 'category 须为 manager').default('manager'),
})
export const resourceList = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      model: z.enum(RESOURCES.map(({ model }) => model)),
      actions: z.array(z.enum(ACTIONS)),
    }),
  ),
})
