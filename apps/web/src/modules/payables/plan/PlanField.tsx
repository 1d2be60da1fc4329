import { fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import { INSTALMENT_KINDS, type Instalments, MAX_INSTALMENTS } from '@pianzhang/contract/payables'
import { MAX_NAME } from '@pianzhang/contract/text'
// biome-ignore lint/style/noRestrictedImports: cells of a table, which write null into its lines.
import { Input, Select } from 'antd'
import { newKey } from '../../../platform/api/unanswered.ts'
import { optionsOf } from '../../../platform/ledger/selects.ts'
import { Button } from '../../../ui/Button.tsx'
import { DateField } from '../../../ui/fields/days/DateField.tsx'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { IconPaste, IconPlus, IconTrash } from '../../../ui/icons.tsx'
import { usePaste } from '../../../ui/paste/PasteBox.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { loadProps } from '../../../ui/states/LoadFailed.tsx'
import mini from '../../../ui/table/MiniTable.module.css'
import { usePaymentTypes } from '../../booking/choices.ts'
import { SubjectPicker } from '../../subjects/picker/SubjectPicker.tsx'
import { useSubjects } from '../../subjects/picker/selects.ts'
import styles from './plan.module.css'
import { filledLines, plannedOf, readPlan, type TypedInstalment, withAmounts } from './typed.ts'

interface Props {
  plan: Instalments
  value?: TypedInstalment[]
  onChange?: (lines: TypedInstalment[]) => void
}

const KINDS = optionsOf(INSTALMENT_KINDS)
/** A new line books as the one above it. */
const newLine = (above?: TypedInstalment): TypedInstalment => ({
  key: newKey(),
  code: null,
  title: '',
  kind: 'date',
  due_at: null,
  reached: false,
  percent: '',
  amount: '',
  subject_code: above?.subject_code ?? null,
  pay_category_id: above?.pay_category_id ?? null,
})

/** One line an instalment; amounts follow from percents, and what is not planned is shown below. */
export function PlanField({ plan, value = [], onChange }: Props) {
  const { amount_yuan, direction } = plan.contract
  const outgoing = direction === 'out'
  const rest = yuan(fenOf(amount_yuan) - plannedOf(value))
  const put = (lines: TypedInstalment[]) => onChange?.(withAmounts(amount_yuan, lines))
  const change = (index: number, part: Partial<TypedInstalment>) =>
    put(value.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const { paste, box } = usePaste((text) => {
    const { lines, skipped } = readPlan(text, newKey)
    if (lines.length === 0) return toast.warning('没有可识别的期次：依次为期次、到期日或节点、金额或比例')
    const above = value.at(-1)
    const booked = lines.map((line) => ({
      ...line,
      subject_code: above?.subject_code ?? null,
      pay_category_id: above?.pay_category_id ?? null,
    }))
    put([...filledLines(value), ...booked])
    toast.success(`已读入 ${lines.length} 期${skipped > 0 ? `，跳过 ${skipped} 行` : ''}`)
  })
  const add = () => put([...value, newLine(value.at(-1))])
  return (
    <div>
      <div className="scroll">
        <table className={`${mini.table} ${styles.edit}`}>
          <thead>
            <tr>
              <th scope="col">期次</th>
              <th scope="col">付款条件</th>
              <th scope="col">到期日</th>
              <th scope="col">比例%</th>
              <th scope="col">金额（元）</th>
              {outgoing && <th scope="col">科目</th>}
              {outgoing && <th scope="col">付款类型</th>}
              <td />
            </tr>
          </thead>
          <tbody>
            {value.map((line, index) => (
              <Line
                key={line.key}
                line={line}
                at={index + 1}
                plan={plan}
                rest={rest}
                onChange={(part) => change(index, part)}
                onRemove={() => put(value.filter((_, at) => at !== index))}
                onLast={index === value.length - 1 ? add : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.below}>
        <Button icon={<IconPlus size={14} />} disabled={value.length >= MAX_INSTALMENTS} onClick={add}>
          添加一期
        </Button>
        <Button type="text" icon={<IconPaste size={14} />} onClick={paste}>
          粘贴表格
        </Button>
        <span className={`num ${styles.rest}`} role="status">
          合同总额 {formatYuan(amount_yuan)} · 未排期{' '}
          <b className={rest.startsWith('-') ? 'red' : ''}>{formatYuan(rest)}</b>
        </span>
      </div>
      {box}
    </div>
  )
}

interface LineProps {
  line: TypedInstalment
  /** From 1. */
  at: number
  plan: Instalments
  /** What is not planned. */
  rest: string
  onChange: (part: Partial<TypedInstalment>) => void
  onRemove: () => void
  /** Enter in the last line adds one. */
  onLast: (() => void) | undefined
}

function Line({ line, at, plan, rest, onChange, onRemove, onLast }: LineProps) {
  const subjects = useSubjects()
  const { items: types = [], state } = usePaymentTypes()
  const { title, kind, due_at, reached, percent, amount, subject_code, pay_category_id } = line
  const stored = plan.items.find(({ code }) => code === line.code)
  const known = stored?.subject && {
    value: stored.subject.code,
    number: stored.subject.out_code,
    name: stored.subject.name,
  }
  const nth = (name: string) => `第${at}行${name}`
  return (
    <tr
      onKeyDown={(event) => {
        if (
          event.key !== 'Enter' ||
          event.nativeEvent.isComposing ||
          !(event.target instanceof HTMLInputElement)
        )
          return
        if (!event.target.matches('[data-cell]') || !onLast) return
        event.preventDefault()
        event.stopPropagation()
        onLast()
      }}
    >
      <td>
        <Input
          aria-label={nth('期次')}
          placeholder="请输入期次"
          maxLength={MAX_NAME}
          autoComplete="off"
          data-cell
          value={title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </td>
      <td>
        <Select
          aria-label={nth('付款条件')}
          options={KINDS}
          value={kind}
          onChange={(next) => onChange({ kind: next, reached: false, due_at: null })}
        />
      </td>
      <td>
        {kind === 'milestone' && !reached ? (
          <span className="faint">待达成</span>
        ) : (
          <DateField
            aria-label={nth('到期日')}
            value={due_at ?? ''}
            onChange={(day: string | null) => onChange({ due_at: day || null })}
          />
        )}
      </td>
      <td>
        <Input
          aria-label={nth('比例')}
          inputMode="decimal"
          autoComplete="off"
          data-cell
          value={percent}
          onChange={({ target }) => onChange({ percent: target.value })}
        />
      </td>
      <td>
        <MoneyInput
          aria-label={nth('金额')}
          placeholder="请输入金额"
          value={amount}
          onChange={(text) => text !== amount && onChange({ amount: text, percent: '' })}
        />
      </td>
      {plan.contract.direction === 'out' && (
        <>
          <td>
            <SubjectPicker
              aria-label={nth('科目')}
              tree={subjects.items}
              state={subjects.state}
              value={subject_code}
              onChange={(code) => onChange({ subject_code: code })}
              known={known || undefined}
              popupMatchSelectWidth={420}
              allowClear
            />
          </td>
          <td>
            <Select
              aria-label={nth('付款类型')}
              options={types}
              {...loadProps(state, types.length)}
              value={pay_category_id}
              onChange={(next: string | undefined) => onChange({ pay_category_id: next ?? null })}
              placeholder="请选择"
              showSearch={{ optionFilterProp: 'label' }}
              allowClear
              popupMatchSelectWidth={160}
            />
          </td>
        </>
      )}
      <td>
        {fenOf(rest) > 0n && (
          <Button
            type="text"
            size="small"
            title={`把未排期的 ${formatYuan(rest)} 元加到这一期`}
            onClick={() => onChange({ percent: '', amount: withRest(line, rest) })}
          >
            补足
          </Button>
        )}
        <Button
          type="text"
          size="small"
          icon={<IconTrash size={14} />}
          aria-label={`移除第${at}行`}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}

const withRest = (line: TypedInstalment, rest: string): string => yuan(plannedOf([line]) + fenOf(rest))
