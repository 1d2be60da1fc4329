import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { type ConflictReport, marksIn } from './merge.ts'

/** Marks the fields of a conflict in an antd form: what was taken over, and what a save overwrites. Returns props for the form. */
export function useMarks(form: FormInstance, report: ConflictReport): { onFieldsChange: () => void } {
  const marked = useRef<readonly string[]>([])
  const marks = marksIn(report)
  const content = JSON.stringify(marks)
  useEffect(() => {
    const next = JSON.parse(content) as [string, string][]
    const names = next.map(([name]) => name)
    const cleared = marked.current.filter((name) => !names.includes(name))
    marked.current = names
    if (names.length + cleared.length === 0) return
    form.setFields([
      ...cleared.map((name) => ({ name, warnings: [] })),
      ...next.map(([name, text]) => ({ name, warnings: [text] })),
    ])
  }, [form, content])
  return {
    // A validation empties the warnings of its fields.
    onFieldsChange: () => {
      const lost = marks.filter(([name, text]) => form.getFieldWarning(name)[0] !== text)
      if (lost.length > 0) form.setFields(lost.map(([name, text]) => ({ name, warnings: [text] })))
    },
  }
}
