import { z } from 'zod'
import { dateInput } from './calendar.ts'
import { amountOutput, positiveField } from './money.ts'
import { code, flagQuery, listOf, many, orAbsent, pageQuery, queryText } from './page.ts'
import { nameText, optionalName } from './text.ts'

/** What everybody is told who writes lines of a locked budget. */
export const BUDGET_LOCKED = '预算已锁定，请使用预算调剂'

export const lockBody = z.object({ name: nameText('版本名称') })
export type LockBody = z.output<typeof lockBody>

const reason = (label: string) =>
  optionalName.refine((text) => text !== '', `请输入${label}`).meta({ minLength: 1 })
export const unlockBody = z.object({ reason: reason('解锁原因') })
export type UnlockBody = z.output<typeof unlockBody>

export const moveBody = z.object({
  from_code: z.string('请选择调出科目').min(1, '请选择调出科目').pipe(code),
  to_code: z.string('请选择调入科目').min(1, '请选择调入科目').pipe(code),
  amount: positiveField('调剂金额'),
  reason: reason('调剂原因'),
  moved_at: dateInput,
})
export type MoveBody = z.output<typeof moveBody>

const subject = { code: z.string(), out_code: z.string(), name: z.string() }

/** A version of the cost budget as it was when it was locked. `locked`: whether it still is. */
export const budgetVersion = z.object({
  code: z.string(),
  no: z.number().int(),
  name: z.string(),
  amount_yuan: amountOutput,
  locked: z.boolean(),
  locked_at: z.string(),
  creator_name: z.string(),
  unlocked_at: z.string().nullable(),
  unlocker_name: z.string(),
  unlock_reason: z.string(),
  /** How many moves were made while it was locked. */
  moves: z.number().int(),
  can: z.object({ unlock: z.boolean() }),
})
export type BudgetVersion = z.output<typeof budgetVersion>

/**
 * `locked`: the locked version, whatever the filters, with what the pages of the cost budget show while it is: the totals as locked and as it is
 * now, and how many moves were made since, and of how much in all, which changes neither total.
 */
export const budgetVersionList = z.object({
  ...listOf(budgetVersion),
  locked: z
    .object({
      code: z.string(),
      name: z.string(),
      locked_at: z.string(),
      original_yuan: amountOutput,
      current_yuan: amountOutput,
      moves: z.number().int(),
      moved_yuan: amountOutput,
    })
    .nullable(),
  can: z.object({ write: z.boolean(), delete: z.boolean() }),
})
export type BudgetVersionList = z.output<typeof budgetVersionList>

const versionFilters = {
  /** Matches part of the name, of the reason to unlock, or of the name of who locked or unlocked it. */
  keywords: queryText,
  /** When it was locked: days in Shanghai, both included. */
  start_locked_at: orAbsent(dateInput),
  end_locked_at: orAbsent(dateInput),
  /** 1: the one that is locked now; 0: those that were unlocked. */
  locked: flagQuery,
}
export const budgetVersionQuery = z.object({ ...pageQuery(), ...versionFilters })
export type BudgetVersionQuery = z.output<typeof budgetVersionQuery>
export const budgetVersionExportQuery = z.object(versionFilters)
export type BudgetVersionFilters = z.output<typeof budgetVersionExportQuery>

/** A version's code, or `current` for the budget as it is. */
const side = z.string('请选择版本').min(1, '请选择版本').pipe(code)
export const compareQuery = z.object({ a: side, b: side })
export type CompareQuery = z.output<typeof compareQuery>

/** Subjects with a budget in either, all levels, parents first. `difference`: b less a. */
export const budgetComparison = z.object({
  a: z.object({ code: z.string(), name: z.string() }),
  b: z.object({ code: z.string(), name: z.string() }),
  items: z.array(
    z.object({
      ...subject,
      level: z.number().int(),
      parent_code: z.string().nullable(),
      a_yuan: amountOutput,
      b_yuan: amountOutput,
      difference_yuan: amountOutput,
    }),
  ),
  total: z.object({ a_yuan: amountOutput, b_yuan: amountOutput, difference_yuan: amountOutput }),
})
export const compareExportQuery = compareQuery.partial()
export type BudgetComparison = z.output<typeof budgetComparison>

const budgetMove = z.object({
  code: z.string(),
  /** DJ0001 */
  number: z.string(),
  version_name: z.string(),
  from: z.object(subject),
  to: z.object(subject),
  amount_yuan: amountOutput,
  reason: z.string(),
  moved_at: z.string(),
  creator_name: z.string(),
  created_at: z.string(),
  /** Only the last move, while its version is locked. */
  can: z.object({ delete: z.boolean() }),
})
export type BudgetMove = z.output<typeof budgetMove>
export const budgetMoveList = z.object({
  ...listOf(budgetMove),
  /** Of all that match. */
  total_amount_yuan: amountOutput,
  can: z.object({ write: z.boolean(), delete: z.boolean() }),
})
export type BudgetMoveList = z.output<typeof budgetMoveList>

const moveFilters = {
  /** Matches part of the reason or the number. */
  keywords: queryText,
  start_moved_at: orAbsent(dateInput),
  end_moved_at: orAbsent(dateInput),
  /** Subjects of any level: those that gave, and those that got. */
  from_codes: many(code),
  to_codes: many(code),
  /** The versions while which it was made. */
  version_codes: many(code),
}
export const budgetMoveQuery = z.object({ ...pageQuery(), ...moveFilters })
export type BudgetMoveQuery = z.output<typeof budgetMoveQuery>
export const budgetMoveExportQuery = z.object(moveFilters)
export type BudgetMoveFilters = z.output<typeof budgetMoveExportQuery>
/** `warning`: the subject that gave has less budget now than it costs already. */
export const movedAnswer = budgetMove.extend({ warning: z.string().nullable() })
