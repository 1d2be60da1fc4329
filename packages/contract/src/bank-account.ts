const BANK_ACCOUNT_WARNING = '收款账号校验未通过，请核对（可继续保存）'

/** Luhn's check of a card number (ISO/IEC 7812-1, annex B): every second digit from the right is doubled, its digits added. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const COMPANY = '1'

/**
 * The warning for an account of a payee of this kind (`PAYEE_KINDS`), or null. Only cards, of 16 to 19 digits, have a check digit, and a company's account is
 * none; masked accounts cannot be checked.
 */
export const bankAccountWarning = (account: string, kind: string | null): string | null =>
  kind !== COMPANY && /^\d{16,19}$/.test(account) && !passesLuhn(account) ? BANK_ACCOUNT_WARNING : null
