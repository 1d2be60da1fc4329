import { Form } from 'antd'
import type { ReactElement } from 'react'
import { faultRule } from '../rules.ts'
import { useMerged } from './merged.ts'

interface Props<T> {
  label: string
  /** 期: as the lines are counted. */
  unit: string
  /** Leaves out lines in which nothing is typed. */
  filled?: (lines: readonly T[]) => readonly T[]
  /** Identity of a line in all versions of the record. */
  keyOf: (line: T) => string
  /** The same text for the same content, however it was typed. */
  contentOf: (line: T) => string
  /** A line, shown to a person. */
  textOf: (line: T) => string
  /** Why the lines cannot be saved. `read`: returns another value of the form. */
  fault: (lines: readonly T[], read: (name: string) => unknown) => string | undefined
  /** Takes `value` and `onChange`. */
  children: ReactElement
}

/** The value `items` of a form, a list of lines: checked as a whole, and merged line by line when a colleague saved first. */
export function LinesItem<T>({ label, unit, filled, keyOf, contentOf, textOf, fault, children }: Props<T>) {
  const linesOf = ({ items }: Readonly<Record<string, unknown>>): readonly T[] => {
    const lines = (items ?? []) as readonly T[]
    return filled ? filled(lines) : lines
  }
  useMerged({
    names: ['items'],
    label,
    canonical: (values) => JSON.stringify(linesOf(values).map(contentOf)),
    text: (values) => `${linesOf(values).length} ${unit}`,
    entryKey: keyOf,
    entryContent: contentOf,
    entryText: textOf,
  })
  return (
    <Form.Item
      name="items"
      label={label}
      validateTrigger="onSubmit"
      rules={[({ getFieldValue }) => faultRule((lines: readonly T[]) => fault(lines, getFieldValue))]}
    >
      {children}
    </Form.Item>
  )
}
