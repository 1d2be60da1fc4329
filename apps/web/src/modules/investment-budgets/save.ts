import { budgets } from './api.ts'

/** How long the save button stays loading after a call has finished (seeds, 002 §9). */
const LINGER_MS = 1_000
const lingering =
  <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
  (...args: A): Promise<T> =>
    call(...args).finally(() => new Promise((resolve) => setTimeout(resolve, LINGER_MS)))

export const lingeringBudgets = {
  ...budgets,
  create: lingering(budgets.create),
  update: lingering(budgets.update),
}
