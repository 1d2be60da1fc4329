import type { RoleDetail } from '@pianzhang/contract/roles'
import { BOXES, isTicked, type Resource, ticksOf } from '../grants.ts'

/** 财务，付款及合同（项目：查看；付款：查看、新增/编辑）: a role on one line. */
export function inWords({ name, desc, permissions }: RoleDetail, resources: readonly Resource[]): string {
  const ticks = ticksOf(permissions)
  const rights = resources
    .filter(({ model }) => ticks[model])
    .map((resource) => {
      const boxes = BOXES.filter(({ action }) => isTicked(ticks, resource.model, action))
      return `${resource.name}：${boxes.map(({ title }) => title).join('、')}`
    })
  return `${name}，${desc}（${rights.join('；') || '没有权限'}）`
}
