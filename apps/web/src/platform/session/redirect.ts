const HERE = 'http://here.invalid'

/** Where the login page's address leads after the login. */
export const wantedAfterLogin = (): string =>
  safeRedirect(new URLSearchParams(location.search).get('redirect'))

/** A path of this site and nothing else: an open redirect would lend our name to a stranger's login form. */
export function safeRedirect(target: string | null): string {
  // The URL parser drops tabs and takes `\` for `/`, so its answer counts and not the text.
  if (!target?.startsWith('/') || !URL.canParse(target, HERE)) return '/project'
  const { origin, pathname, search, hash } = new URL(target, HERE)
  return origin === HERE && !/^\/login(\/|$)/.test(pathname) ? pathname + search + hash : '/project'
}
