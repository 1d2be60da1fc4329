import { REMINDER_CATEGORIES, REMINDER_MODES } from '@pianzhang/contract/lists'
import { Form, Input, Radio, Select } from 'antd'
import { DateField } from '../../ui/fields/DateField.tsx'
import { DateRange } from '../../ui/fields/DateRange.tsx'
import { type Dates, dateRule, datesFault } from '../../ui/fields/dates.ts'
import { afterCategory, judgeDateFault, periodFault, type ReminderValues } from './schedule.ts'

const optionsOf = (list: readonly { code: string; label: string }[]) =>
  list.map(({ code, label }) => ({ value: code, label }))
const CATEGORIES = optionsOf(REMINDER_CATEGORIES)
const MODES = optionsOf(REMINDER_MODES)

/** An antd rule from a function that answers what is wrong. */
const rule = <V,>(fault: (value: V) => string | undefined) => ({
  validator: (_: unknown, value: V) => {
    const why = fault(value)
    return why === undefined ? Promise.resolve() : Promise.reject(new Error(why))
  },
})

/** When the reminder is due. Mode and day are of recurring ones and reset when the category changes. */
export function ScheduleFields() {
  const form = Form.useFormInstance<ReminderValues>()
  const category = Form.useWatch('category', form)
  const mode = Form.useWatch('mode', form)
  const recurring = category === '1'
  const [before, after] = mode === '1' ? ['每月', '日'] : ['每', '天']

  return (
    <>
      <Form.Item name="category" label="提醒类型" required>
        <Radio.Group
          options={CATEGORIES}
          onChange={() => {
            const { category, day, period } = form.getFieldsValue(true) as ReminderValues
            form.setFieldsValue(afterCategory({ category, day, period }))
            form.setFields([
              { name: 'mode', errors: [] },
              { name: 'judge_date', errors: [] },
            ])
          }}
        />
      </Form.Item>
      {recurring ? (
        <Form.Item
          name="period"
          label="起止日期"
          required
          rules={[rule<Dates>((dates) => periodFault(dates) ?? datesFault(dates))]}
        >
          <DateRange shortcuts={false} label="起止日期" />
        </Form.Item>
      ) : (
        <Form.Item name="day" label="提醒日期" required rules={[dateRule('请选择提醒日期')]}>
          <DateField allowClear={false} />
        </Form.Item>
      )}
      <Form.Item
        name="mode"
        label="提醒方式"
        required={recurring}
        rules={recurring ? [{ required: true, message: '请选择提醒方式' }] : []}
      >
        <Select options={MODES} placeholder={recurring && '请选择提醒方式'} disabled={!recurring} />
      </Form.Item>
      <Form.Item
        name="judge_date"
        label="提醒日"
        required={recurring}
        dependencies={['mode']}
        validateTrigger="onBlur"
        rules={
          recurring
            ? [({ getFieldValue }) => rule<string>((typed) => judgeDateFault(typed, getFieldValue('mode')))]
            : []
        }
      >
        <Input
          prefix={before}
          suffix={after}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          disabled={!recurring}
        />
      </Form.Item>
    </>
  )
}
