import { MAX_NAME } from '@pianzhang/contract/text'
import { AutoComplete, Form, Select, type SelectProps } from 'antd'
import type { Loaded, Option } from '../../../platform/ledger/selects.ts'
import { RichSelect } from '../../fields/choice/RichSelect.tsx'
import type { RichOption } from '../../fields/choice/richOption.ts'
import { loadProps } from '../../states/LoadFailed.tsx'
import {
  choicePlaceholder,
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

/** antd's selects say undefined when they are cleared; an undefined field is left out of the body, and the server keeps its value. */
const orNull = (value: unknown): unknown => value ?? null

type OfControl = Pick<SelectProps, 'placeholder' | 'placement' | 'disabled' | 'showSearch'>

/** Selects one option. */
function Choice(props: ItemProps & { of: Loaded<Option[]> } & OfControl) {
  const [item, { of, ...control }] = splitProps(props)
  const options = of.items ?? []
  useMerged(merge.choice(item.name, item.label, options))
  return (
    <Form.Item rules={useSchemaRule(item.name)} normalize={orNull} {...item}>
      <Select
        options={options}
        {...loadProps(of.state, options.length)}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={choicePlaceholder(item.label)}
        allowClear={!item.required}
        {...control}
      />
    </Form.Item>
  )
}

/** Selects several options. */
function Choices(props: ItemProps & { of: Loaded<Option[]> } & OfControl) {
  const [item, { of, ...control }] = splitProps(props)
  const options = of.items ?? []
  const nameOf = (code: string) => options.find(({ value }) => value === code)?.label ?? code
  useMerged(merge.codes(item.name, item.label, nameOf))
  return (
    <Form.Item rules={useSchemaRule(item.name)} {...item}>
      <Select
        mode="multiple"
        options={options}
        {...loadProps(of.state, options.length)}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={choicePlaceholder(item.label)}
        allowClear
        {...control}
      />
    </Form.Item>
  )
}

/** Selects one record by its number, with a description beside it. */
function Reference(
  props: ItemProps & {
    of: Loaded<RichOption[]>
    placeholder?: string
    onChange?: (code: string | null) => void
  },
) {
  const [item, { of, ...control }] = splitProps(props)
  const options = of.items ?? []
  useMerged(merge.choice(item.name, item.label, options))
  return (
    <Form.Item rules={useSchemaRule(item.name)} {...item}>
      <RichSelect
        options={options}
        all={options}
        state={of.state}
        placeholder={choicePlaceholder(item.label)}
        {...control}
      />
    </Form.Item>
  )
}

/** A text with suggestions. */
function Suggest(props: ItemProps & { options: readonly string[]; placeholder?: string }) {
  const [item, { options, ...control }] = splitProps(props)
  useMerged(merge.text(item.name, item.label))
  return (
    <Form.Item rules={useSchemaRule(item.name)} {...item}>
      <AutoComplete
        options={[...new Set(options)].map((value) => ({ value }))}
        showSearch={{ filterOption: (typed, option) => option?.value.includes(typed.trim()) ?? false }}
        defaultActiveFirstOption={false}
        placeholder={inputPlaceholder(item.label)}
        maxLength={MAX_NAME}
        {...control}
      />
    </Form.Item>
  )
}

/** Items that offer options. */
export const choiceItems = <V extends object, L extends Labels = never>(labels?: L) =>
  labelled({ Choice, Choices, Reference, Suggest }, labels) as {
    Choice: ItemFor<typeof Choice, NamesOf<V, string | null>, L>
    Choices: ItemFor<typeof Choices, NamesOf<V, string[]>, L>
    Reference: ItemFor<typeof Reference, NamesOf<V, string | null>, L>
    Suggest: ItemFor<typeof Suggest, NamesOf<V, string>, L>
  }
