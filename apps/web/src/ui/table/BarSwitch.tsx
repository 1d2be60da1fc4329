import styles from './BarSwitch.module.css'

interface Props<K extends string> {
  /** Accessible name of the group. */
  label: string
  options: readonly { key: K; text: string }[]
  /** Undefined: none of them. */
  value: K | undefined
  onChange: (key: K) => void
}

/** In a table's bar: one of a few ways to show the rows. */
export const BarSwitch = <K extends string>({ label, options, value, onChange }: Props<K>) => (
  <fieldset className={styles.switch} aria-label={label}>
    {options.map(({ key, text }) => (
      <button key={key} type="button" aria-pressed={key === value} onClick={() => onChange(key)}>
        {text}
      </button>
    ))}
  </fieldset>
)
