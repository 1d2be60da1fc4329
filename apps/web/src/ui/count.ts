import { grouped } from '@pianzhang/contract/decimal'

/** A count with thousands separators: 1,520. */
export const count = (value: number): string => grouped(String(value))
