import styles from './imprests.module.css'

export const STYLES = [
  { key: 'full', text: '完整' },
  { key: 'simple', text: '简洁' },
] as const
export type Style = (typeof STYLES)[number]['key']

/** 完整 / 简洁: with or without the columns of vouchers. */
export const StyleSwitch = ({ value, onChange }: { value: Style; onChange: (style: Style) => void }) => (
  <fieldset className={styles.style} aria-label="显示样式">
    {STYLES.map(({ key, text }) => (
      <button key={key} type="button" aria-pressed={key === value} onClick={() => onChange(key)}>
        {text}
      </button>
    ))}
  </fieldset>
)
