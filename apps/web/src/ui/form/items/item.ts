import type { FormItemProps } from 'antd'
import { createElement, type FunctionComponent, type ReactNode, use } from 'react'
import type { z } from 'zod'
import { mergeFields } from '../conflict/fields.ts'
import { asInContract } from '../rules.ts'
import styles from './Columns.module.css'
import { Shape } from './shape.ts'

/** The rule of the schema's field with this name; none where the schema has no such field. */
export function useSchemaRule(
  name: string,
  rule: (schema: z.ZodType) => NonNullable<FormItemProps['rules']>[number] = asInContract,
) {
  const schema = use(Shape)[name]
  return schema ? [rule(schema)] : []
}

type OfForm = 'required' | 'rules' | 'validateTrigger' | 'dependencies' | 'extra' | 'valuePropName'
const OF_FORM = [
  'name',
  'label',
  'required',
  'rules',
  'validateTrigger',
  'dependencies',
  'extra',
  'valuePropName',
]

/** Props of all items; a given prop replaces the item's own. */
export interface ItemProps extends Pick<FormItemProps, OfForm> {
  name: string
  label: string
  /** Over the whole row of `Columns`. */
  wide?: boolean
}

/** Splits props into those of antd's `Form.Item` and those of the control. */
export function splitProps<P extends ItemProps>({ wide, ...props }: P) {
  const entries = Object.entries(props)
  const item = Object.fromEntries(entries.filter(([name]) => OF_FORM.includes(name)))
  const control = Object.fromEntries(entries.filter(([name]) => !OF_FORM.includes(name)))
  return [
    { ...(wide && { className: styles.wide }), ...item } as ItemProps,
    control as Omit<P, keyof ItemProps>,
  ] as const
}

/** How a field is merged and named when a colleague saved first. */
export const merge = mergeFields<Readonly<Record<string, unknown>>>()

/** The names of the values of `V` whose type is `T`. */
export type NamesOf<V, T> = { [N in keyof V]: [V[N], T] extends [T, V[N]] ? N : never }[keyof V] & string

/** The item `I` for fields with one of the names `N`. For those named in `L` a call may leave the label out: `labelled` fills it in. */
export type ItemFor<I extends (props: never) => ReactNode, N extends string, L = unknown> = (
  props: Omit<Parameters<I>[0], 'name' | 'label'> &
    ({ name: N; label: string } | { name: N & keyof L; label?: string }),
) => ReactNode

/** What the fields of a record are called. */
export type Labels = Readonly<Record<string, string>>

/** Items that have the field's label where they are given none, as `titleOf` writes it. */
export function labelled<I extends Readonly<Record<string, FunctionComponent<never>>>>(
  items: I,
  labels: Labels | undefined,
  titleOf = (label: string) => label,
): I {
  if (!labels) return items
  const named = Object.entries(items).map(([name, item]) => [
    name,
    (props: { name: string }) =>
      createElement(item as FunctionComponent<ItemProps>, {
        label: titleOf(labels[props.name] ?? ''),
        ...props,
      }),
  ])
  return Object.fromEntries(named) as I
}

/** 收款金额（元） is asked for as 收款金额. */
const nounOf = (label: string): string => label.replace(/（.*）$/, '')
export const inputPlaceholder = (label: string): string => `请输入${nounOf(label)}`
export const choicePlaceholder = (label: string): string => `请选择${nounOf(label)}`
