import { mergeFields } from '../../../ui/form/conflict/fields.ts'
import type { MergeField } from '../../../ui/form/conflict/merge.ts'
import { BOXES, type Box, isTicked, type Resource, type Ticks, withRow } from '../grants.ts'

/** A role as flat fields. All rights on a resource are one field, since ticking `write` also ticks `read`. */
export interface FlatRole {
  name: string
  desc: string
  [right: `right:${string}`]: string
}

const rightOf = (model: string) => `right:${model}` as const
export const modelOf = (key: string): string => key.replace(/^right:/, '')

export const flatOf = (
  { name, desc }: { name: string; desc: string },
  ticks: Ticks,
  resources: readonly Resource[],
): FlatRole => ({
  name,
  desc,
  ...Object.fromEntries(resources.map(({ model }) => [rightOf(model), (ticks[model] ?? []).join()])),
})

/** The ticks `before`, with those of the resources in `flat` replaced. */
export const ticksIn = (flat: Partial<FlatRole>, before: Ticks): Ticks =>
  Object.entries(flat).reduce<Ticks>(
    (ticks, [key, boxes]) => withRow(ticks, modelOf(key), boxes ? (boxes.split(',') as Box[]) : []),
    before,
  )

const fields = mergeFields<FlatRole>()

export const fieldsOf = (resources: readonly Resource[]): MergeField<FlatRole>[] => [
  fields.text('name', '角色名称'),
  fields.text('desc', '权限描述'),
  ...resources.map(({ model, name }) =>
    fields.shown(rightOf(model), `${name}权限`, (boxes) => {
      const ticks = { [model]: String(boxes).split(',') as Box[] }
      return (
        BOXES.filter(({ action }) => isTicked(ticks, model, action))
          .map(({ title }) => title)
          .join('、') || '无'
      )
    }),
  ),
]
