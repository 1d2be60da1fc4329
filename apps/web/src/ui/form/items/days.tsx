import { Form } from 'antd'
import { DateField } from '../../fields/days/DateField.tsx'
import { DateRange } from '../../fields/days/DateRange.tsx'
import { type Dates, type DateText, dateRule } from '../../fields/days/dates.ts'
import { farDayHint } from '../../fields/days/farDayHint.tsx'
import {
  choicePlaceholder,
  type ItemFor,
  type ItemProps,
  type Labels,
  labelled,
  merge,
  type NamesOf,
  splitProps,
} from './item.ts'
import { useMerged } from './merged.ts'

/** A required day cannot be cleared. `booking`: something is booked on it, so that a day far away gets a hint. */
function Day({ booking = false, ...props }: ItemProps & { booking?: boolean }) {
  const [item] = splitProps(props)
  const date: DateText | undefined = Form.useWatch(item.name)
  useMerged(merge.text(item.name, item.label))
  return (
    <Form.Item
      rules={[dateRule(item.required ? choicePlaceholder(item.label) : undefined)]}
      {...(booking && { extra: farDayHint(item.label, date) })}
      {...item}
    >
      <DateField allowClear={!item.required} />
    </Form.Item>
  )
}

/** First and last day. */
function Period(props: ItemProps) {
  const [item] = splitProps(props)
  useMerged(merge.text(item.name, item.label))
  return (
    <Form.Item rules={[dateRule()]} {...item}>
      <DateRange shortcuts={false} label={item.label} />
    </Form.Item>
  )
}

/** Items with a calendar. */
export const dayItems = <V extends object, L extends Labels = never>(labels?: L) =>
  labelled({ Day, Period }, labels) as {
    Day: ItemFor<typeof Day, NamesOf<V, string> | NamesOf<V, DateText>, L>
    Period: ItemFor<typeof Period, NamesOf<V, Dates>, L>
  }
