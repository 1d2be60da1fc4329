/** In code points, as NIST SP 800-63B counts: an emoji is one. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** How long a password that others know, until its owner changes it at the first login, lets in. */
export const INITIAL_PASSWORD_DAYS = 7

/** The error text for a password that is too short or too long, at login and for a new one; undefined if its length is right. */
export function wrongLength(text: string): string | undefined {
  if (text === '') return '请输入密码'
  if ([...text].length < PASSWORD_MIN) return '密码不能少于8位'
  return [...text].length > PASSWORD_MAX ? '密码不能超过128位' : undefined
}

/** The distance from one character to the next: 1 and -1 are neighbours. Digits form a circle, so 9 and 0 are neighbours too. */
function step(from: string, to: string): number {
  const by = (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0)
  return /\d/.test(from) && /\d/.test(to) && Math.abs(by) === 9 ? -Math.sign(by) : by
}

/**
 * Why a new password is refused: too short, too long, or among the first that an attacker would try. The server knows more of those
 * (`common-passwords.txt`). `phone`: the account's phone number, if known.
 */
export function weakness(text: string, phone = ''): string | undefined {
  const wrong = wrongLength(text)
  if (wrong) return wrong
  const characters = [...text.toLowerCase()]
  const steps = new Set(characters.slice(1).map((character, at) => step(characters[at] ?? '', character)))
  const [only] = steps
  if (steps.size === 1 && only === 0) return '密码不能全是同一个字符'
  if (steps.size === 1 && (only === 1 || only === -1)) return '密码不能是连续的数字或字母'
  return phone.includes(text) ? '密码不能是手机号或其中的几位' : undefined
}
