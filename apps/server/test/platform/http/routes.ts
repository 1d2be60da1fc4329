import type { TestApp } from '../../harness/harness.ts'

/** The routes of a running server, so that new ones are tested too: all, those that not everybody may call, and those that need a permission. */
export function routesOf(app: TestApp) {
  const all = app.http.declaredRoutes.map((route) => ({ ...route, name: `${route.method} ${route.url}` }))
  const closed = all.filter(({ access }) => access.who !== 'anyone')
  const permitted = closed.flatMap(({ access, ...route }) =>
    typeof access.who === 'object' ? [{ ...route, access, who: access.who }] : [],
  )
  return { all, closed, permitted }
}
