import { halfWidth } from './decimal.ts'

/** A document's number as it is stored: half-width, without blanks and invisible characters. Hyphens belong to it (12345678-9). */
export const plainNumber = (text: string): string => halfWidth(text).replace(/[\s\p{Cf}]+/gu, '')

/** A bank account's number as it is stored: hyphens only group its digits, as blanks do. */
export const plainAccount = (text: string): string => plainNumber(text).replaceAll('-', '')

/** The groups of four in which people read an account. */
export const inFours = (account: string): string[] => account.match(/.{1,4}/gu) ?? []
