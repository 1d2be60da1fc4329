import { REMINDER_CATEGORIES, REMINDER_MODES } from '@pianzhang/contract/lists'
import { Form, Radio } from 'antd'
import { fixedOptions, optionsOf } from '../../platform/ledger/selects.ts'
import { type Dates, datesFault } from '../../ui/fields/days/dates.ts'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { choiceItems } from '../../ui/form/items/choices.tsx'
import { dayItems } from '../../ui/form/items/days.tsx'
import { faultRule } from '../../ui/form/rules.ts'
import { afterCategory, judgeDateFault, periodFault, type ReminderValues } from './schedule.ts'

const CATEGORIES = optionsOf(REMINDER_CATEGORIES)
const MODES = fixedOptions(optionsOf(REMINDER_MODES))
const Item = {
  ...basicItems<ReminderValues>(),
  ...choiceItems<ReminderValues>(),
  ...dayItems<ReminderValues>(),
}

/** When the reminder is due. Mode and day belong to recurring reminders and are reset when the category changes. */
export function ScheduleFields() {
  const form = Form.useFormInstance<ReminderValues>()
  const category = Form.useWatch('category', form)
  const mode = Form.useWatch('mode', form)
  const recurring = category === '1'
  const [before, after] = mode === '1' ? ['每月', '日'] : ['每', '天']

  return (
    <>
      <Item.Own name="category" label="提醒类型" required>
        <Radio.Group
          aria-label="提醒类型"
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
      </Item.Own>
      {recurring ? (
        <Item.Period
          name="period"
          label="起止日期"
          required
          rules={[faultRule<Dates>((dates) => periodFault(dates) ?? datesFault(dates))]}
        />
      ) : (
        <Item.Day name="day" label="提醒日期" required />
      )}
      <Item.Choice
        name="mode"
        label="提醒方式"
        required={recurring}
        rules={recurring ? [{ required: true, message: '请选择提醒方式' }] : []}
        of={MODES}
        placeholder={recurring && '请选择提醒方式'}
        showSearch={false}
        disabled={!recurring}
      />
      <Item.Text
        name="judge_date"
        label="提醒日"
        required={recurring}
        dependencies={['mode']}
        validateTrigger="onBlur"
        rules={
          recurring
            ? [
                ({ getFieldValue }) =>
                  faultRule<string>((typed) => judgeDateFault(typed, getFieldValue('mode'))),
              ]
            : []
        }
        placeholder=""
        prefix={before}
        suffix={after}
        inputMode="numeric"
        maxLength={10}
        disabled={!recurring}
      />
    </>
  )
}
