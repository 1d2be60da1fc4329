import type { Locator, Page } from './test.ts'

/** The notice of the fields that a colleague has changed meanwhile. */
export const notice = (within: Locator | Page) => within.getByRole('region', { name: '同事的修改' })
/** The rows of the notice, each with both values. */
export const row = (within: Locator | Page, name: string) =>
  notice(within).getByRole('group', { name, exact: true })
