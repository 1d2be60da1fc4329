import { grouped } from '@pianzhang/contract/decimal'

/** How many, as people read it: 1,520. */
export const count = (value: number): string => grouped(String(value))
