import type { BudgetVersion } from '@pianzhang/contract/budget-versions'
import { versionName } from '../versions/columns.tsx'
import styles from './compare.module.css'

/** The budget as it is now, as a side of the comparison. */
export const CURRENT = 'current'

interface Props {
  versions: readonly BudgetVersion[]
  a: string
  b: string
  onChange: (sides: { a: string; b: string }) => void
}

/** What is compared with what. */
export const Sides = ({ versions, a, b, onChange }: Props) => (
  <div className={styles.sides}>
    <Side label="原版本" versions={versions} value={a} onChange={(next) => onChange({ a: next, b })} />
    <Side label="对比版本" versions={versions} value={b} onChange={(next) => onChange({ a, b: next })} />
  </div>
)

interface SideProps {
  label: string
  versions: readonly BudgetVersion[]
  value: string
  onChange: (code: string) => void
}

const Side = ({ label, versions, value, onChange }: SideProps) => (
  <label>
    <span>{label}</span>
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value={CURRENT}>当前预算</option>
      {versions.map((version) => (
        <option key={version.code} value={version.code}>
          {versionName(version)}（{version.locked_at.slice(0, 10)}）
        </option>
      ))}
    </select>
  </label>
)
