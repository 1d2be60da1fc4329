import { plainNumber } from './numbers.ts'

/** Position weights of GB 11643-1999, annex: 2^(17 − i) mod 11. */
const CITIZEN_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** The check character for each remainder of the weighted sum by 11. */
const CITIZEN_CHECKS = '10X98765432'

/** Whether this is a day up to `today` that somebody was born on. `born`: YYYYMMDD. */
function isBirthday(born: string, today: Date): boolean {
  const day = `${born.slice(0, 4)}-${born.slice(4, 6)}-${born.slice(6)}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day && at <= today
}

/** A citizen ID number of 18 characters (GB 11643): 6 of the place, the day of birth, 3 of order, the check character. */
const isCitizenNumber = (text: string, today: Date): boolean =>
  /^[1-9]\d{16}[\dX]$/.test(text) && isBirthday(text.slice(6, 14), today) && citizenCheck(text) === text[17]

/** Of the first generation, 15 digits: the year has two, of the 20th century, and there is no check character. */
const isOldCitizenNumber = (text: string, today: Date): boolean =>
  /^[1-9]\d{14}$/.test(text) && isBirthday(`19${text.slice(6, 12)}`, today)

/** The check character of the first 17 digits. */
export function citizenCheck(text: string): string {
  const sum = CITIZEN_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return CITIZEN_CHECKS[sum % 11] ?? ''
}

/** The characters of GB 32100 by their value; I, O, S, V and Z are not used. */
const CREDIT_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** A company's unified social credit code (GB 32100-2015): the weight of position i is 3^(i−1) mod 31. */
function isCreditCode(text: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(text)) return false
  let weight = 1
  let sum = 0
  for (const character of text.slice(0, 17)) {
    sum += weight * CREDIT_CHARACTERS.indexOf(character)
    weight = (weight * 3) % 31
  }
  return CREDIT_CHARACTERS[(31 - (sum % 31)) % 31] === text[17]
}

export const ID_NUMBER_WARNING = '证件号码校验未通过，请核对（可继续保存）'

/** Residence permits of people from Hong Kong and Macao (81, 82) and from Taiwan (83) have numbers of the form of a citizen's. */
const PERMIT = /^8[1-3]/

/** The document of a person whose number has a citizen's form, by code (`ID_TYPES`); null for another number. */
export function citizenDocument(number: string): '1' | '7' | '8' | null {
  if (!/^(\d{15}|\d{17}[\dX])$/.test(number)) return null
  return number.length < 18 || !PERMIT.test(number) ? '1' : number.startsWith('83') ? '8' : '7'
}

/**
 * The warning for a typed ID number, or null. With the type of a citizen's card or of a residence permit: the number has its length, day of birth and check
 * character (GB 11643), and its first digits are those of that document. With another type, or none: one of 18 characters passes the check of a citizen's
 * or of a company's (GB 32100). Passports have no check character; masked numbers cannot be checked.
 */
export function idNumberWarning(
  typed: string,
  type: string | null = null,
  today = new Date(),
): string | null {
  const text = plainNumber(typed).toUpperCase()
  if (text === '' || text.includes('*')) return null
  const isRight = () => {
    if (type === '1' || type === '7' || type === '8')
      return (
        citizenDocument(text) === type && (isCitizenNumber(text, today) || isOldCitizenNumber(text, today))
      )
    return text.length !== 18 || isCitizenNumber(text, today) || isCreditCode(text)
  }
  return isRight() ? null : ID_NUMBER_WARNING
}
