import { type Reminder, reminderBody } from '@pianzhang/contract/reminders'
import { useRef } from 'react'
import { currentDay } from '../../platform/currentDay.ts'
import { mergeFields } from '../../ui/form/conflict/fields.ts'
import { useSeen } from '../../ui/form/conflict/useSeen.ts'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { Columns } from '../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../ui/form/items/choices.tsx'
import { Together } from '../../ui/form/items/Together.tsx'
import { type Again, RecordDialog, type RecordProps } from '../../ui/form/RecordDialog.tsx'
import { ContractExtra, useContractOptions } from '../contract-picker/options.tsx'
import { reminders } from './api.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import { fieldOf, type ReminderValues, scheduleOf, scheduleText } from './schedule.ts'
import type { ReminderFilter } from './search.ts'

interface Props extends RecordProps<Reminder> {
  /** Filter of the list: a new reminder begins with its contract. */
  filter: ReminderFilter
}

const valuesOf = (row: Reminder | null, contract: string | undefined): ReminderValues => {
  const recurring = row?.category.category_value === '1'
  return {
    contract_code: row?.contract_code ?? contract ?? null,
    category: recurring ? '1' : '0',
    mode: row?.mode.mode_value ?? null,
    judge_date: row?.judge_date ? String(row.judge_date) : '',
    day: recurring ? null : (row?.start_at ?? currentDay()),
    period: recurring ? [row.start_at, row.end_at] : null,
    remark: row?.remark ?? '',
  }
}

const AGAIN = {
  fresh: ['day'],
  kept: ['category', 'mode', 'judge_date', 'day', 'period'],
  single: [],
  focus: 'contract_code',
} satisfies Again<ReminderValues>
const SCHEDULE = mergeFields<ReminderValues>().group(
  ['category', 'mode', 'judge_date', 'day', 'period'],
  '提醒安排',
  scheduleText,
)
const Item = { ...basicItems<ReminderValues>(), ...choiceItems<ReminderValues>() }

/** No category filter: contracts of all categories. */
const ALL = [] as const

/** 新增提醒 / 编辑提醒. */
export default function ReminderDialog({ row, like, filter: { contract_code: contract }, onClose }: Props) {
  const [seen, onLatest] = useSeen(row ?? like)
  const contracts = useContractOptions(ALL, seen, (one) => one.contract)
  /** Category of the last save, which decides the fields that its errors belong to. */
  const sent = useRef<ReminderValues['category']>('0')

  return (
    <RecordDialog
      of={reminders}
      title={row ? '编辑提醒' : '新增提醒'}
      width={600}
      row={row}
      like={like}
      values={(one) => valuesOf(one, contract)}
      body={(values) => {
        sent.current = values.category
        return { contract_code: values.contract_code, remark: values.remark, ...scheduleOf(values) }
      }}
      shape={reminderBody.shape}
      onLatest={onLatest}
      again={AGAIN}
      fieldOf={(field) => fieldOf(field, sent.current)}
      onClose={onClose}
    >
      <Item.Reference
        name="contract_code"
        label="合同编号"
        required
        of={contracts}
        extra={<ContractExtra options={contracts.items} />}
      />
      <Columns>
        <Together merged={SCHEDULE}>
          <ScheduleFields />
        </Together>
        <Item.Note name="remark" label="备注" wide />
      </Columns>
    </RecordDialog>
  )
}
