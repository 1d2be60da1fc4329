import type { FormItemProps } from 'antd'
import { type ReactNode, use } from 'react'
import type { z } from 'zod'
import { mergeFields } from '../conflict/fields.ts'
import { asInContract } from '../rules.ts'
import styles from './Columns.module.css'
import { Shape } from './shape.ts'

/** The rule of the schema's field of this name; a form's field of another name has none. */
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

/** What all items take; what is given replaces what the item says itself. */
export interface ItemProps extends Pick<FormItemProps, OfForm> {
  name: string
  label: string
  /** Over the whole row of `Columns`. */
  wide?: boolean
}

/** The props of antd's `Form.Item`, and the others, which are the control's. */
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

/** The item `I` for fields with one of these names. */
export type ItemFor<I extends (props: never) => ReactNode, N extends string> = (
  props: Omit<Parameters<I>[0], 'name'> & { name: N },
) => ReactNode

/** 收款金额（元） is asked for as 收款金额. */
const nounOf = (label: string): string => label.replace(/（.*）$/, '')
export const inputPlaceholder = (label: string): string => `请输入${nounOf(label)}`
export const choicePlaceholder = (label: string): string => `请选择${nounOf(label)}`
