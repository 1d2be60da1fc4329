/**
 * Search parameters as plain texts: `status=0` stays "0" and a phone number a text, which TanStack Router's JSON codec would turn
 * into numbers. A repeated key becomes an array. Each page's schema converts the values.
 */
type RawSearch = Record<string, string | string[]>

export const isCompanyPath = (path: string): boolean => /^\/(project|manage|index)(\/|$)/.test(path)

/** The project that the address of a project's page names; a company's page has none. */
export function projectInAddress({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): string | undefined {
  const { project: code } = parseSearch(search)
  return !isCompanyPath(pathname) && typeof code === 'string' && code.trim() !== '' ? code.trim() : undefined
}

/** The same URL with another project; its filters stay. */
export function withProject(href: string, project: string): string {
  const { pathname, search, hash } = new URL(href, 'http://here.invalid')
  return pathname + stringifySearch({ ...parseSearch(search), project }) + hash
}

export function parseSearch(text: string): RawSearch {
  const params = new URLSearchParams(text)
  const search: RawSearch = {}
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    search[key] = values.length > 1 ? values : (values[0] ?? '')
  }
  return search
}

/** Empty values are left out, so that the URL contains only what was selected. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '' && one !== false)
        params.append(key, one === true ? '1' : String(one))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
