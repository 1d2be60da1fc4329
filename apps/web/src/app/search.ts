/**
 * Search parameters as plain texts: `status=0` stays "0" and a phone number a text, which TanStack Router's JSON codec would turn
 * into numbers. A key that stands twice becomes an array. Each page's schema makes of it what it needs.
 */
type RawSearch = Record<string, string | string[]>

export function parseSearch(text: string): RawSearch {
  const params = new URLSearchParams(text)
  const search: RawSearch = {}
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    search[key] = values.length > 1 ? values : (values[0] ?? '')
  }
  return search
}

/** Empty values are left out, so that the address shows what was chosen and no more. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '' && one !== false)
        params.append(key, one === true ? '1' : String(one))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
