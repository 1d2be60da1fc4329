import type { User } from '@pianzhang/contract/users'
import { expect, test } from 'vitest'
import { actionsOf, userColumns } from './columns.tsx'
import { projectsOf, roleOf } from './words.ts'

const none = () => undefined
const on = { onEdit: none, onReset: none, onSecondFactor: none, onDelete: none, onTransfer: none }
const ALL = { write: true, delete: true, reset: true, status: true, role: true, phone: true, projects: true }
const USER: User = {
  code: 'u',
  version: 1,
  name: '沈慧',
  post: '会计',
  phone: '13800000002',
  status: '0',
  status_i18n: '启用',
  role: { code: 'r', name: '财务', is_super: false, status: 'enable' },
  projects: [
    { code: 'a', name: '长河灯火' },
    { code: 'b', name: '雪线' },
  ],
  creator: null,
  created_at: '2026-11-22T08:00:00+08:00',
  can: { ...ALL, second_factor: false, transfer: false },
}
const SUPER: User = {
  ...USER,
  role: { code: '', name: '超级管理员', is_super: true, status: 'enable' },
  projects: [],
  can: { ...ALL, delete: false, reset: false, second_factor: false, transfer: true },
}

test('every column is there, and without a right there are no actions', () => {
  const titles = (actions: boolean) => userColumns(on, actions).map(({ title }) => title)
  const all = ['姓名', '岗位', '手机号', '参与项目', '角色', '状态', '创建人', '创建时间']
  expect(titles(true)).toEqual([...all, '操作'])
  expect(titles(false)).toEqual(all)
})

test('actions are those that the row allows; the super administrator hands over and is not deleted', () => {
  const labels = (row: User) => actionsOf(row, on).map(({ label }) => label)
  expect(labels(USER)).toEqual(['修改', '重置密码', '删除'])
  expect(labels(SUPER)).toEqual(['修改', '移交'])
  expect(labels({ ...USER, can: { ...USER.can, second_factor: true } })).toContain('解除两步验证')
  expect(labels({ ...USER, can: { ...USER.can, write: false, delete: false, reset: false } })).toEqual([])
  // Beside it 删除 is in the row's menu, as there is no room for four.
  expect(
    actionsOf({ ...USER, can: { ...USER.can, second_factor: true } }, on).filter(({ more }) => more),
  ).toHaveLength(2)
  // What is beyond one's rights stays, with its reason.
  const beyond = { ...USER, reset_refused: '该账号的权限超出您的权限', can: { ...USER.can, reset: false } }
  expect(actionsOf(beyond, on).find(({ label }) => label === '重置密码')?.refused).toBe(beyond.reset_refused)
})

test('projects are joined by commas, and a role says that it is disabled', () => {
  expect(projectsOf(USER)).toBe('长河灯火，雪线')
  expect(projectsOf({ ...USER, projects: [] })).toBe('')
  expect(projectsOf(SUPER)).toBe('全部项目')
  expect(roleOf(USER)).toBe('财务')
  expect(roleOf({ ...USER, role: { code: 'r', name: '财务', is_super: false, status: 'disabled' } })).toBe(
    '财务（已禁用）',
  )
})
