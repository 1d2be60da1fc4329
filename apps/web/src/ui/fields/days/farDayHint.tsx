import type { ReactNode } from 'react'
import { FieldHint } from '../FieldHint.tsx'
import type { DateText } from './dates.ts'
import { farDay } from './farDay.ts'

/** Below a booking date that is probably mistyped; null below any other. */
export function farDayHint(label: string, date: DateText | undefined): ReactNode {
  const warning = farDay(label, date)
  return warning && <FieldHint warnings={[warning]} />
}
