import type { Reminder } from '@pianzhang/contract/reminders'

/** 按天，每 7 天; 按月，每月 25 日; '' for a single one. */
export const modeOf = ({ mode, judge_date }: Reminder): string => {
  if (mode.mode_value === null) return ''
  const every = mode.mode_value === '0' ? `每 ${judge_date} 天` : `每月 ${judge_date} 日`
  return `${mode.mode_i18n}，${every}`
}

/** 2026-11-25, or 2026-11-01 – 2027-02-28. */
export const periodOf = ({ start_at, end_at }: Reminder): string =>
  start_at === end_at ? start_at : `${start_at} – ${end_at}`

/** A reminder has no number of its own: contract, category and period name it. */
export const nameOf = (row: Reminder): string =>
  `${row.contract.out_code} ${row.category.category_i18n} ${periodOf(row)}`

/** Name in the question before deleting; the dates only without a remark, as they would be broken over two lines. */
export const questionOf = (row: Reminder): string =>
  `${row.contract.out_code} ${row.category.category_i18n}，${row.remark || periodOf(row)}`
