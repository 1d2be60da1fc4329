/** Characters that jsonb refuses, half of a surrogate pair and NUL, as JSON.stringify writes them. */
const REFUSED = /\\u(d[89a-f]|0000)/

/**
 * JSON for a parameter of type jsonb. Bigints are texts, as beyond 2^53 a JSON number would be rounded. Characters that jsonb refuses become U+FFFD:
 * one of them, from a file or from a text cut within a character, would fail the whole statement.
 */
export function jsonFor(value: unknown): string {
  const json = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  )
  return REFUSED.test(json) ? JSON.stringify(JSON.parse(json), storable) : json
}

const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value
