import { HIDDEN, mask, type Shown } from '@pianzhang/contract/masking'
import { SECRETS } from '@pianzhang/contract/secrets'

/** A copy of a record in which every field that a module declares secret is masked, at any depth. Null stays null. */
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

/** Values that are not text are hidden entirely. */
const maskedField = (value: unknown, shown: Shown) =>
  mask(String(value), typeof value === 'string' ? shown : HIDDEN)

/** A plain object; not a Date and the like, which have a JSON form of their own. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
