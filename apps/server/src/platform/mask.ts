import { HIDDEN, mask, type Shown } from '@pianzhang/contract/masking'
import { SECRETS } from '@pianzhang/contract/secrets'

/** A copy of a record in which every field that a module declares secret is masked, in the records and lists inside it too. Null and absent stay. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const shown = Object.hasOwn(SECRETS, key) ? SECRETS[key] : undefined
      return [key, shown === undefined || inner == null ? masked(inner) : maskedField(inner, shown)]
    }),
  )
}

/** What is no text is hidden whole. */
const maskedField = (value: unknown, shown: Shown) =>
  mask(String(value), typeof value === 'string' ? shown : HIDDEN)

/** Not a Date and the like, which JSON writes by itself. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
