import { type Approver, MAX_BANDS, MAX_STEPS } from '@pianzhang/contract/payment-requests'
// biome-ignore lint/style/noRestrictedImports: cells of a table, which always have a list.
import { Button, Form, Select } from 'antd'
import type { KeyboardEvent } from 'react'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '../../../ui/icons.tsx'
import styles from './rules.module.css'
import { type Faults, fromZero, moved, newBand, newStep, type TypedBand, type TypedStep } from './typed.ts'

interface Props {
  approvers: readonly Approver[]
  faults: Faults
  /** Called before a change, with the place whose fault is mended; without one all are. */
  onMend: (place?: string) => void
  value?: TypedBand[]
  onChange?: (bands: TypedBand[]) => void
}

/** Bands by amount, each with its steps of roles and people. */
export function BandsField({ approvers, faults, onMend, value = [], onChange }: Props) {
  const put = (bands: TypedBand[], place?: string) => {
    onMend(place)
    onChange?.(bands)
  }
  return (
    // The error of the whole field would colour each of its controls.
    <Form.Item noStyle validateStatus="">
      <div className={styles.bands}>
        {value.map((band, at) => (
          <Band
            key={band.key}
            band={band}
            at={at}
            approvers={approvers}
            faults={faults}
            onChange={(next, place) => put(value.with(at, next), place)}
            onRemove={value.length > 1 ? () => put(fromZero(value.toSpliced(at, 1))) : undefined}
          />
        ))}
        <Button
          icon={<IconPlus size={14} />}
          disabled={value.length >= MAX_BANDS}
          onClick={() => put([...value, newBand(value.length === 0 ? '0.00' : '')])}
        >
          添加一档
        </Button>
      </div>
    </Form.Item>
  )
}

interface BandProps {
  band: TypedBand
  /** From 0. */
  at: number
  approvers: readonly Approver[]
  faults: Faults
  onChange: (band: TypedBand, place?: string) => void
  /** Undefined: the only one stays. */
  onRemove: (() => void) | undefined
}

function Band({ band, at, approvers, faults, onChange, onRemove }: BandProps) {
  const { from, steps } = band
  const path = `bands[${at}]`
  const fault = faults.get(`${path}.from`) ?? faults.get(path)
  const nth = `第${at + 1}档`
  const put = (next: TypedStep[], place?: string) => onChange({ ...band, steps: next }, place)
  return (
    <fieldset className={styles.band} aria-label={nth}>
      <div className={styles.from}>
        <label htmlFor={`${path}.from`}>起始金额（元）</label>
        <MoneyInput
          id={`${path}.from`}
          aria-label={`${nth}起始金额`}
          positive
          // The first band is for all amounts below the second one.
          disabled={at === 0}
          value={from}
          onChange={(text) => text !== from && onChange({ ...band, from: text }, `${path}.from`)}
          {...marked(`${path}.from`, fault)}
        />
        <Fault id={`${path}.from`} text={fault} />
      </div>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <Step
            key={step.key}
            step={step}
            path={`${path}.steps[${index}]`}
            band={nth}
            nth={`第${index + 1}步`}
            approvers={approvers}
            fault={faults.get(`${path}.steps[${index}]`)}
            onChange={(codes) => put(steps.with(index, { ...step, codes }), `${path}.steps[${index}]`)}
            onMove={(by) => put(moved(steps, index, by))}
            isFirst={index === 0}
            isLast={index === steps.length - 1}
            onRemove={() => put(steps.toSpliced(index, 1))}
          />
        ))}
        {steps.length === 0 && <li className={styles.none}>无需审批</li>}
      </ol>
      <Fault id={`${path}.steps`} text={faults.get(`${path}.steps`)} />
      <div className={styles.tools}>
        <Button
          type="text"
          size="small"
          icon={<IconPlus size={14} />}
          disabled={steps.length >= MAX_STEPS}
          aria-label={`${nth}添加一步`}
          onClick={() => put([...steps, newStep()])}
        >
          添加一步
        </Button>
        {onRemove && (
          <Button
            type="text"
            size="small"
            icon={<IconTrash size={14} />}
            aria-label={`移除${nth}`}
            onClick={onRemove}
          >
            移除这档
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface StepProps {
  step: TypedStep
  path: string
  /** 第2档 */
  band: string
  /** 第1步 */
  nth: string
  approvers: readonly Approver[]
  fault: string | undefined
  isFirst: boolean
  isLast: boolean
  onChange: (codes: string[]) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function Step({ step, path, band, nth, approvers, fault, isFirst, isLast, ...on }: StepProps) {
  const name = `${band}${nth}`
  const withAlt = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    on.onMove(by)
  }
  return (
    <li className={styles.step} onKeyDownCapture={withAlt}>
      <span className="num muted">{nth}</span>
      <Select<string[]>
        id={path}
        mode="multiple"
        aria-label={`${name}审批人`}
        placeholder="角色或人员，其中一人同意即可"
        value={step.codes}
        options={optionsOf(approvers, step.codes)}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={on.onChange}
        {...marked(path, fault)}
      />
      <span className={styles.stepTools}>
        <Button
          type="text"
          size="small"
          icon={<IconChevronUp size={14} />}
          aria-label={`${name}上移`}
          aria-keyshortcuts="Alt+ArrowUp"
          disabled={isFirst}
          onClick={() => on.onMove(-1)}
        />
        <Button
          type="text"
          size="small"
          icon={<IconChevronDown size={14} />}
          aria-label={`${name}下移`}
          aria-keyshortcuts="Alt+ArrowDown"
          disabled={isLast}
          onClick={() => on.onMove(1)}
        />
        <Button
          type="text"
          size="small"
          icon={<IconTrash size={14} />}
          aria-label={`移除${name}`}
          onClick={on.onRemove}
        />
      </span>
      <Fault id={path} text={fault} />
    </li>
  )
}

const marked = (id: string, fault: string | undefined) =>
  fault === undefined
    ? {}
    : { status: 'error' as const, 'aria-invalid': true as const, 'aria-describedby': `${id}-fault` }

const Fault = ({ id, text }: { id: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p id={`${id}-fault`} className={styles.fault} role="alert">
      {text}
    </p>
  )

const optionOf = ({ code, name }: Approver) => ({ value: code, label: name })

/** Roles, then people, then those that are chosen and were deleted since. */
function optionsOf(approvers: readonly Approver[], codes: readonly string[]) {
  const lost = codes.filter((code) => !approvers.some((one) => one.code === code))
  return [
    { label: '角色', options: approvers.filter(({ kind }) => kind === 'role').map(optionOf) },
    { label: '人员', options: approvers.filter(({ kind }) => kind === 'user').map(optionOf) },
    { label: '已删除', options: lost.map((code) => ({ value: code, label: '已删除' })) },
  ].filter(({ options }) => options.length > 0)
}
