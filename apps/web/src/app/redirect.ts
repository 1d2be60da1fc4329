const HERE = 'http://here.invalid'

/** A path of this site and nothing else: an open redirect would lend our name to a stranger's login form. */
export function safeRedirect(target: string | null): string {
  // The URL parser drops tabs and takes `\` for `/`, so its answer counts and not the text.
  if (!target?.startsWith('/') || !URL.canParse(target, HERE)) return '/project'
  const { origin, pathname, search, hash } = new URL(target, HERE)
  return origin === HERE && !/^\/login(\/|$)/.test(pathname) ? pathname + search + hash : '/project'
}
