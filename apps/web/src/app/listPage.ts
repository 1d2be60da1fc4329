import { loadCode } from '../ui/code/code.ts'
import { type LoadPage, lightPage } from '../ui/code/lazy.tsx'

/** Imports a module's API file, which requests the rows of its page. */
export type LoadData = () => Promise<{ load: (search: object) => void }>

/**
 * Route of a page with a list. `data` imports the module's API file in parallel with the page's code, so that the rows are
 * requested early. Search parameters are passed on unparsed, so that the shell contains no page's schema.
 */
export const listPage = (data: LoadData, page: LoadPage) => ({
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  loaderDeps: ({ search }: { search: object }) => ({ search }),
  loader: ({ deps, preload }: { deps: { search: object }; preload: boolean }) => {
    // Preloading on hover requests no rows. A failed import is reported by the page itself, which imports the same file. `loadCode`
    // requests nothing offline, because browsers keep a failed import in the module map and the page's own import would fail too.
    if (!preload)
      loadCode(data).then(
        ({ load }) => load(deps.search),
        () => {},
      )
  },
  component: lightPage(page),
})
