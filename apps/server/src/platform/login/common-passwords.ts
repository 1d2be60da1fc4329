import { readFileSync } from 'node:fs'

/**
 * The 10,000 most common passwords, of which only those are in the file that no other rule refuses (at least eight characters, no run of
 * neighbours), in small letters: an attacker tries them first. From `10k-most-common.txt` of SecLists; its licence ships with ours
 * (scripts/release/licences.mjs). Not in the page, for which 19 KB are much.
 */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

export const isCommon = (password: string): boolean => COMMON.has(password.toLowerCase())
