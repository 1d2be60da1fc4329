// Companies, projects, ids and days that the rows of several tables use.

export type Row = Record<string, unknown>
export type Rows = Record<string, Row[]>

/** The projects: 1, 2 and 4 (deleted) of company 1, 3 of company 2. */
export const PROJECTS = [1, 2, 3, 4] as const
export const COMPANY_OF: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 1 }
/** The company's super administrator, who made all of its rows. */
export const CREATOR_OF: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 4, 4: 1 }
/** Phone numbers of the super administrators. */
export const PHONES: Readonly<Record<number, string>> = { 1: '13700000001', 2: '13700000004' }

export const MADE_AT = '2026-05-06T16:08:09.123456+00:00'
const DAY_MS = 86_400_000

/** A day in 2026. */
export const day = (offset: number) =>
  new Date(Date.UTC(2026, 0, 1) + offset * DAY_MS).toISOString().slice(0, 10)

/** The n-th id of a project: ids of an identity are unique over all projects. */
export const idIn = (project: number, n: number) => project * 1_000 + n

/** `count` rows, `make` is called with 1, 2, 3 … */
export const times = (count: number, make: (n: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => make(index + 1))
