import { halfWidth } from './decimal.ts'

/**
 * A document's number as it is stored: half-width, without blanks, invisible characters and the sign before it by which people make a spreadsheet keep all
 * digits (', `). Hyphens belong to it (12345678-9).
 */
export const plainNumber = (text: string): string =>
  halfWidth(text)
    .replace(/\s+/g, '')
    .replace(/^['`’‘]+/, '')

/** Whether a spreadsheet wrote a long number so (1.10105E+17): the digits after the first ones are lost. */
export const isScientific = (text: string): boolean => /^-?\d(?:\.\d+E[+-]?|E\+)\d+$/i.test(text)

export const SCIENTIFIC = '号码被表格软件改写成了科学计数法，后面的数字已丢失，请将单元格设为文本后重新填写'

/** A bank account's number as it is stored: hyphens only group its digits, as blanks do. */
export const plainAccount = (text: string): string => plainNumber(text).replaceAll('-', '')

/**
 * A phone number as it is stored. One of a mobile phone of mainland China is its 11 digits, however they are grouped, also with the country code 86, as
 * contacts have them; hyphens of other numbers belong to them (010-12345678).
 */
export function plainPhone(text: string): string {
  const number = plainNumber(text)
  const mobile = number.replaceAll('-', '').replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
  return isMobile(mobile) ? mobile : number
}

/** A mobile number of mainland China: 11 digits, the first of them 1. */
export const isMobile = (text: string): boolean => /^1\d{10}$/.test(text)

/** The groups of four in which people read an account; what is masked of it is one group, so that its last digits stay together. */
export const inFours = (account: string): string[] =>
  account.split(/(\*+)/).flatMap((part) => (part.startsWith('*') ? ['****'] : (part.match(/.{1,4}/gu) ?? [])))

/** An account as it is written in a text: 6222 0200 0000 1036, **** 1036. */
export const accountText = (account: string): string => inFours(account).join(' ')
