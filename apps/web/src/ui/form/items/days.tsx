import { Form } from 'antd'
import { DateField } from '../../fields/DateField.tsx'
import { DateRange } from '../../fields/DateRange.tsx'
import { type Dates, type DateText, dateRule } from '../../fields/dates.ts'
import { choose, type For, itemProps, type Named, type NamesOf } from './item.ts'

/** A required day cannot be cleared. */
function Day(props: Named) {
  const [item] = itemProps(props)
  return (
    <Form.Item rules={[dateRule(item.required ? choose(item.label) : undefined)]} {...item}>
      <DateField allowClear={!item.required} />
    </Form.Item>
  )
}

/** First and last day. */
function Period(props: Named) {
  const [item] = itemProps(props)
  return (
    <Form.Item rules={[dateRule()]} {...item}>
      <DateRange shortcuts={false} label={item.label} />
    </Form.Item>
  )
}

const ITEMS = { Day, Period }

/** Items with a calendar. */
export const dayItems = <V extends object>() =>
  ITEMS as {
    Day: For<typeof Day, NamesOf<V, string> | NamesOf<V, DateText>>
    Period: For<typeof Period, NamesOf<V, Dates>>
  }
