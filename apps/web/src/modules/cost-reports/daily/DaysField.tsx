import { isDate } from '@pianzhang/contract/calendar'
import { MAX_TEXT } from '@pianzhang/contract/text'
import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { DateRange } from '../../../ui/fields/days/DateRange.tsx'
import type { Dates } from '../../../ui/fields/days/dates.ts'
import { IconPaste, IconPlus, IconTrash } from '../../../ui/icons.tsx'
import { PasteBox, readClipboard } from '../../../ui/paste/PasteBox.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import styles from './days.module.css'
import { nextNo, rangeOf, readDays, renumbered, type TypedDay, withDays } from './days.ts'

interface Props {
  value?: TypedDay[]
  onChange?: (days: TypedDay[]) => void
  disabled: boolean
}

/** The shooting days as a table: days are added by range or pasted, numbered, removed. */
export function DaysField({ value = [], onChange, disabled }: Props) {
  const [range, setRange] = useState<Dates>(null)
  const [first, setFirst] = useState<number | null>(null)
  const [asking, setAsking] = useState(false)
  const change = (index: number, part: Partial<TypedDay>) =>
    onChange?.(value.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const add = () => {
    const [from, to] = [range?.[0] ?? range?.[1], range?.[1] ?? range?.[0]]
    if (!from || !to || !isDate(from) || !isDate(to)) return toast.warning('请选择开始日期和结束日期')
    const more = rangeOf(value, from, to, first ?? nextNo(value))
    if (more.length === 0) return toast.warning(from > to ? '结束日期不能早于开始日期' : '这些日期已是拍摄日')
    onChange?.(withDays(value, more))
    setRange(null)
    setFirst(null)
  }
  const paste = (text: string) => {
    if (text.trim() === '') return setAsking(true)
    setAsking(false)
    const { days, skipped } = readDays(text)
    if (days.length === 0) return toast.warning('没有可识别的日期，第一列须为日期')
    onChange?.(withDays(value, days))
    toast.success(`已读入 ${days.length} 天${skipped > 0 ? `，${skipped} 行没有日期` : ''}`)
  }
  return (
    <div>
      {!disabled && (
        <>
          <div className={styles.add}>
            <span className={styles.range}>
              <DateRange label="新增拍摄日" value={range} onChange={setRange} shortcuts={false} />
            </span>
            <span className={styles.first}>
              从第
              <InputNumber
                aria-label="首日序号"
                min={1}
                max={9_999}
                precision={0}
                controls={false}
                value={first ?? nextNo(value)}
                onChange={setFirst}
              />
              天起
            </span>
            <Button icon={<IconPlus size={14} />} onClick={add}>
              添加
            </Button>
          </div>
          <div className={styles.tools}>
            <Button
              type="text"
              size="small"
              icon={<IconPaste size={14} />}
              onClick={() => void readClipboard().then(paste)}
            >
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
          {asking && <PasteBox onText={paste} />}
        </>
      )}
      <div className={styles.frame}>
        <table className={styles.table} aria-label="拍摄日">
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">第几天</th>
              <th scope="col">说明</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {value.map(({ day, day_no, remark }, index) => (
              <tr key={day}>
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
                    onChange={({ target }) => change(index, { day_no: target.value })}
                  />
                </td>
                <td>
                  <Input
                    aria-label={`说明 ${day}`}
                    maxLength={MAX_TEXT}
                    disabled={disabled}
                    value={remark}
                    onChange={({ target }) => change(index, { remark: target.value })}
                  />
                </td>
                <td>
                  {!disabled && (
                    <Button
                      type="text"
                      size="small"
                      icon={<IconTrash size={14} />}
                      aria-label={`移除 ${day}`}
                      onClick={() => onChange?.(value.filter((_, at) => at !== index))}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {value.length === 0 && <p className={styles.none}>还没有拍摄日</p>}
      </div>
    </div>
  )
}
