import { inYuan } from '@pianzhang/contract/money'
import { PASSWORD_MAX } from '@pianzhang/contract/password'
import { MAX_NAME, MAX_TEXT } from '@pianzhang/contract/text'
import { Form, Input, type InputProps } from 'antd'
import type { ReactElement } from 'react'
import { MoneyInput } from '../../fields/MoneyInput.tsx'
import { amountInContract } from '../rules.ts'
import {
  type ItemFor,
  type ItemProps,
  inputPlaceholder,
  type Labels,
  labelled,
  merge,
  type NamesOf,
  splitProps,
  useSchemaRule,
} from './item.ts'
import { useMerged } from './merged.ts'

type TextProps = ItemProps & Omit<InputProps, keyof ItemProps>

function Text(props: TextProps) {
  const [item, control] = splitProps(props)
  useMerged(merge.text(item.name, item.label))
  return (
    <Form.Item rules={useSchemaRule(item.name)} {...item}>
      <Input
        placeholder={inputPlaceholder(item.label)}
        maxLength={MAX_NAME}
        autoComplete="off"
        {...control}
      />
    </Form.Item>
  )
}

/** A text of several lines. `rows`: how many are shown at least and at most. */
function Note(props: ItemProps & { rows?: readonly [min: number, max: number]; disabled?: boolean }) {
  const [item, { rows: [minRows, maxRows] = [2, 6], ...control }] = splitProps(props)
  useMerged(merge.text(item.name, item.label))
  return (
    <Form.Item rules={useSchemaRule(item.name)} {...item}>
      <Input.TextArea
        placeholder={inputPlaceholder(item.label)}
        maxLength={MAX_TEXT}
        autoSize={{ minRows, maxRows }}
        {...control}
      />
    </Form.Item>
  )
}

/** Checked on blur: half an amount is no mistake yet. `positive`: see `MoneyInput`. */
function Amount(props: ItemProps & { placeholder?: string; positive?: boolean }) {
  const [item, control] = splitProps(props)
  useMerged(merge.amount(item.name, item.label))
  return (
    <Form.Item validateTrigger="onBlur" rules={useSchemaRule(item.name, amountInContract)} {...item}>
      <MoneyInput placeholder={inputPlaceholder(item.label)} {...control} />
    </Form.Item>
  )
}

/** Not part of a record, so it is not merged. Its rules are the form's own, because the schema's rules need other fields. */
function Password(props: TextProps) {
  const [item, control] = splitProps(props)
  return (
    <Form.Item validateTrigger="onBlur" {...item}>
      <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX} {...control} />
    </Form.Item>
  )
}

interface OwnProps extends ItemProps {
  /** A function of `merge`, where the value is no text. */
  merged?: (name: string, label: string) => ReturnType<typeof merge.text>
  children: ReactElement
}

/** A control of the module's own, which takes `value` and `onChange`. */
function Own({ children, merged = merge.text, ...props }: OwnProps) {
  const [item] = splitProps(props)
  useMerged(merged(item.name, item.label))
  return (
    <Form.Item rules={useSchemaRule(item.name)} {...item}>
      {children}
    </Form.Item>
  )
}

/**
 * The items of a form with the values `V`. Each has a label, a placeholder, a maximum length and the rule of the API schema's field with
 * its name. `labels`: of the record's fields. Items that import large parts of antd (selects, calendars) are in other files, so that a form
 * without them does not load these.
 */
export const basicItems = <V extends object, L extends Labels = never>(labels?: L) =>
  ({
    ...labelled({ Text, Note, Password, Own }, labels),
    ...labelled({ Amount }, labels, inYuan),
  }) as {
    Text: ItemFor<typeof Text, NamesOf<V, string>, L>
    Note: ItemFor<typeof Note, NamesOf<V, string>, L>
    Amount: ItemFor<typeof Amount, NamesOf<V, string>, L>
    Password: ItemFor<typeof Password, NamesOf<V, string>, L>
    Own: ItemFor<typeof Own, keyof V & string, L>
  }
