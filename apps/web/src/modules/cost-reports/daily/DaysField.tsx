import { MAX_TEXT } from '@pianzhang/contract/text'
import { Form, Input, InputNumber } from 'antd'
import { memo, useCallback, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { DateRange } from '../../../ui/fields/days/DateRange.tsx'
import { IconPaste, IconPlus, IconTrash } from '../../../ui/icons.tsx'
import { usePaste } from '../../../ui/paste/PasteBox.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import mini from '../../../ui/table/MiniTable.module.css'
import styles from './days.module.css'
import {
  type Adding,
  type DaysValues,
  NO_DAYS,
  nextNo,
  readDays,
  renumbered,
  type TypedDay,
  withAdding,
  withDays,
} from './days.ts'

interface AddingProps {
  value?: Adding
  onChange?: (adding: Adding) => void
}

/** Adds shooting days by range. What is chosen is a value of the form, so that it is neither lost nor left out of a save. */
export function AddingField({ value = NO_DAYS, onChange }: AddingProps) {
  const form = Form.useFormInstance<DaysValues>()
  const days = Form.useWatch('items', form) ?? []
  const { range, first } = value
  const add = () => {
    const added = withAdding(days, range === null ? { range: [null, null], first } : value)
    if (added.fault !== undefined) return toast.warning(added.fault)
    form.setFieldValue('items', added.days)
    onChange?.(NO_DAYS)
  }
  return (
    <div className={styles.add}>
      <span className={styles.range}>
        <DateRange
          label="新增拍摄日"
          value={range}
          onChange={(dates) => onChange?.({ first, range: dates })}
          shortcuts={false}
        />
      </span>
      <span className={styles.first}>
        从第
        <InputNumber
          aria-label="首日序号"
          min={1}
          max={9_999}
          precision={0}
          controls={false}
          value={first ?? nextNo(days)}
          onChange={(number) => onChange?.({ range, first: number })}
        />
        天起
      </span>
      <Button icon={<IconPlus size={14} />} onClick={add}>
        添加
      </Button>
    </div>
  )
}

interface Props {
  value?: TypedDay[]
  onChange?: (days: TypedDay[]) => void
  disabled: boolean
}

/** The shooting days as a table: days are pasted, numbered, removed. */
export function DaysField({ value = [], onChange, disabled }: Props) {
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const change = useCallback((day: string, part: Partial<TypedDay> | null) => {
    const { value: days, onChange: emit } = latest.current
    emit?.(days.flatMap((one) => (one.day !== day ? one : part === null ? [] : { ...one, ...part })))
  }, [])
  const { paste, box } = usePaste((text) => {
    const { days, skipped } = readDays(text)
    if (days.length === 0) return toast.warning('没有可识别的日期，第一列须为日期')
    onChange?.(withDays(value, days))
    toast.success(`已读入 ${days.length} 天${skipped > 0 ? `，${skipped} 行没有日期` : ''}`)
  })
  return (
    <div>
      {!disabled && (
        <>
          <div className={styles.tools}>
            <Button type="text" size="small" icon={<IconPaste size={14} />} onClick={paste}>
              粘贴表格
            </Button>
            <Button
              type="text"
              size="small"
              disabled={value.length === 0}
              onClick={() => onChange?.(renumbered(value))}
            >
              按日期重新编号
            </Button>
            <span className="num">共 {value.length} 天</span>
          </div>
          {box}
        </>
      )}
      <div className={styles.frame}>
        <table className={`${mini.table} ${styles.table}`} aria-label="拍摄日">
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">第几天</th>
              <th scope="col">说明</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {value.map((one) => (
              <DayRow key={one.day} one={one} disabled={disabled} onChange={change} />
            ))}
          </tbody>
        </table>
        {value.length === 0 && <p className={styles.none}>还没有拍摄日</p>}
      </div>
    </div>
  )
}

interface RowProps {
  one: TypedDay
  disabled: boolean
  /** Null removes the day. */
  onChange: (day: string, part: Partial<TypedDay> | null) => void
}

/** Rendered anew only if its day changed: there may be hundreds. */
const DayRow = memo(function DayRow({ one: { day, day_no, remark }, disabled, onChange }: RowProps) {
  return (
    <tr>
      <th scope="row" className="num">
        {day}
      </th>
      <td>
        <Input
          aria-label={`第几天 ${day}`}
          inputMode="numeric"
          maxLength={4}
          disabled={disabled}
          value={day_no}
          onChange={({ target }) => onChange(day, { day_no: target.value })}
        />
      </td>
      <td>
        <Input
          aria-label={`说明 ${day}`}
          maxLength={MAX_TEXT}
          disabled={disabled}
          value={remark}
          onChange={({ target }) => onChange(day, { remark: target.value })}
        />
      </td>
      <td>
        {!disabled && (
          <Button
            type="text"
            size="small"
            icon={<IconTrash size={14} />}
            aria-label={`移除 ${day}`}
            onClick={() => onChange(day, null)}
          />
        )}
      </td>
    </tr>
  )
})
