import { today } from '@pianzhang/contract/calendar'
import { type Reminder, reminderBody } from '@pianzhang/contract/contract-cautions'
import { Form, Input } from 'antd'
import { useRef } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { RichSelect } from '../../ui/fields/RichSelect.tsx'
import { including, richOption } from '../../ui/fields/richOption.ts'
import { Columns, Wide } from '../../ui/form/Columns.tsx'
import { mergeFields } from '../../ui/form/conflict/fields.ts'
import { referred, useSeen } from '../../ui/form/conflict/useSeen.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { asInContract } from '../../ui/form/rules.ts'
import { contractOption, useContracts } from '../contracts/picker/selects.ts'
import { reminders } from './api.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import { fieldOf, type ReminderValues, scheduleOf, scheduleText } from './schedule.ts'

interface Props {
  /** Null: a new reminder. */
  row: Reminder | null
  /** The contract that the list is filtered by, for a new one. */
  contract: string | undefined
  onClose: () => void
}

const valuesOf = (row: Reminder | null, contract: string | undefined): ReminderValues => {
  const recurring = row?.category.category_value === '1'
  return {
    contract_code: row?.contract_code ?? contract ?? null,
    category: recurring ? '1' : '0',
    mode: row?.mode.mode_value ?? null,
    judge_date: row?.judge_date ? String(row.judge_date) : '',
    day: recurring ? null : (row?.start_at ?? today(new Date())),
    period: recurring ? [row.start_at, row.end_at] : null,
    remark: row?.remark ?? '',
  }
}

const fields = mergeFields<ReminderValues>()

/** Of all categories. */
const ALL = [] as const
const { contract_code, remark } = reminderBody.shape

/** 新增提醒 / 编辑提醒. */
export default function ReminderDialog({ row, contract, onClose }: Props) {
  const [seen, onLatest] = useSeen(row)
  // Without read access to contracts the existing one stays and no other can be selected.
  const contracts = useContracts(ALL, useCan()('contract', 'read'))
  const offered = including(
    (contracts.items ?? []).map(contractOption),
    referred(seen, (one) => richOption(one.contract.code, one.contract.out_code, one.contract.customer)),
  )
  /** Of the last save: its errors belong to the fields of this category. */
  const sent = useRef<ReminderValues['category']>('0')

  return (
    <FormDialog
      title={row ? '编辑提醒' : '新增提醒'}
      width={600}
      initial={valuesOf(row, contract)}
      edited={
        row && {
          record: row,
          latest: () => reminders.latest(row.code),
          onLatest,
          valuesOf: (one) => valuesOf(one, contract),
          fields: fields.all([
            fields.choice('contract_code', '合同编号', offered),
            fields.group(['category', 'mode', 'judge_date', 'day', 'period'], '提醒安排', scheduleText),
            fields.text('remark', '备注'),
          ]),
        }
      }
      send={(values, key, version) => {
        sent.current = values.category
        const body = {
          contract_code: values.contract_code,
          remark: values.remark,
          ...scheduleOf(values),
          version,
        }
        return row ? reminders.update(row.code, body, key) : reminders.create(body, key)
      }}
      onSaved={reminders.changed}
      fieldOf={(field) => fieldOf(field, sent.current)}
      onClose={onClose}
    >
      <Form.Item name="contract_code" label="合同编号" required rules={[asInContract(contract_code)]}>
        <RichSelect options={offered} all={offered} state={contracts.state} placeholder="请选择合同编号" />
      </Form.Item>
      <Columns>
        <ScheduleFields />
        <Wide>
          <Form.Item name="remark" label="备注" rules={[asInContract(remark)]}>
            <Input.TextArea placeholder="请输入备注" maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        </Wide>
      </Columns>
    </FormDialog>
  )
}
