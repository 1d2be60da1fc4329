import { citizenCheck } from './id-number.ts'
import { plainNumber } from './numbers.ts'

/** The number of a person as it identifies: without blanks, in capitals, a citizen's old number of 15 digits as the new one of 18. */
export function personKey(idNumber: string): string {
  const text = plainNumber(idNumber).toUpperCase()
  if (!/^\d{15}$/.test(text)) return text
  const long = `${text.slice(0, 6)}19${text.slice(6)}`
  return `${long}${citizenCheck(long)}`
}

/** How the number of this person may be stored, in capitals. */
export function spellingsOf(idNumber: string): string[] {
  const key = personKey(idNumber)
  const old = /^\d{6}19\d{9}[\dX]$/.test(key) ? [`${key.slice(0, 6)}${key.slice(8, 17)}`] : []
  return [key, ...old.filter((text) => personKey(text) === key)]
}
