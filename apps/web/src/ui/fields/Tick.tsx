import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef } from 'react'
import styles from './Tick.module.css'

interface Props extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'ref'> {
  /** Some, but not all, of its items are selected. */
  indeterminate?: boolean
}

/** The browser's checkbox with the look of antd's: a table has one in each row. */
export function Tick({ indeterminate = false, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return <input {...rest} ref={box} type="checkbox" className={styles.tick} />
}

/** A checkbox with its label. */
export const Check = ({ children, ...rest }: Props & { children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: Tick is an input
  <label className={styles.check}>
    <Tick {...rest} />
    {children}
  </label>
)
