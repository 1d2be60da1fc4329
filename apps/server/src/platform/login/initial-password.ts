import { INITIAL_PASSWORD_DAYS } from '@pianzhang/contract/password'
import { randomText } from '../codes.ts'

/** Small letters and digits without 0 o, 1 l i, as people read a password out to each other: 12 of 31 are 59 random bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12

export const newInitialPassword = (): string => randomText(SIGNS, LENGTH)

/** When a password that is set now, and must be changed at the first login, ends. */
export const initialPasswordEnd = (now: Date): Date =>
  new Date(now.getTime() + INITIAL_PASSWORD_DAYS * 86_400_000)
