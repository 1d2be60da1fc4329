const HERE = 'http://here.invalid'

/** The target named in the login page's URL. */
export const wantedAfterLogin = (): string =>
  safeRedirect(new URLSearchParams(location.search).get('redirect'))

/** Accepts only a path of this site: an open redirect would make phishing links look like ours. */
export function safeRedirect(target: string | null): string {
  // The URL parser drops tabs and reads `\` as `/`, so the parsed URL is checked and not the text.
  if (!target?.startsWith('/') || !URL.canParse(target, HERE)) return '/project'
  const { origin, pathname, search, hash } = new URL(target, HERE)
  return origin === HERE && !/^\/login(\/|$)/.test(pathname) ? pathname + search + hash : '/project'
}
