import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** bigint = int8, string = text or a date `YYYY-MM-DD`. */
export type Instant = ColumnType<Date, Date, Date>
export type Defaulted<T> = ColumnType<T, T | undefined, T>
export type Id = Generated<bigint>
export type Json<T extends object = Record<string, unknown>> = JSONColumnType<T, string, string>
