/** Position weights of GB 11643-1999, annex: 2^(17 − i) mod 11. */
const CITIZEN_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** The check character for each remainder of the weighted sum by 11. */
const CITIZEN_CHECKS = '10X98765432'

/** A citizen ID number of 18 characters (GB 11643): 6 of the place, the day of birth, 3 of order, the check character. */
function isCitizenNumber(text: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return false
  const born = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`
  const day = new Date(`${born}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== born) return false
  return citizenCheck(text) === text[17]
}

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

/**
 * The warning for a typed ID number, or null. Only numbers of 18 characters have a check character, a citizen's (GB
 * 11643) or a company's (GB 32100); passports and others are not checked. Masked numbers cannot be checked.
 */
export function idNumberWarning(typed: string): string | null {
  const text = typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  if (text.length !== 18 || text.includes('*')) return null
  return isCitizenNumber(text) || isCreditCode(text) ? null : ID_NUMBER_WARNING
}
