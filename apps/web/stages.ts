import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * The stages of a visit, in the order in which they are loaded: each is one chunk of the built page, with what its files import. HTTP/1.1
 * fetches six files at a time, so a chunk per stage loads sooner there than dozens of small ones. Code that several stages import goes to
 * the earliest of them; what no stage names is split as the bundler does it.
 *
 * A path is a folder with all below it, or a file without its ending; a slash at its end leaves out the folders below. The longest path
 * that fits decides.
 */
const BEFORE_ANTD = {
  shell: ['src/app', 'src/platform', 'src/ui', 'src/ui/list/useFirstStep'],
  // What statistics and list share in the ledgers that book on subjects.
  booking: [
    'src/modules/booking',
    'src/modules/subjects/picker/selects',
    'src/modules/subjects/picker/subjects',
  ],
  charts: ['src/ui/chart', 'src/modules/subjects/chart'],
  list: ['src/ui/list', 'src/ui/table', 'src/ui/filters', 'src/ui/fields'],
  pickers: [
    'src/modules/booking/filters',
    'src/modules/contract-picker',
    'src/modules/payees/picker',
    'src/modules/subjects/picker',
  ],
  record: ['src/ui/page/record', 'src/ui/images'],
}
const WITH_ANTD = {
  antd: ['src/ui/antd'],
  // Selects and pagers, and what dates and trees share with forms, so that filters do not load a form.
  fields: [
    'src/ui/table/pager',
    'src/ui/fields/choice',
    '../../node_modules/antd/es/_util/hooks/useAllowClear',
    '../../node_modules/antd/es/style/motion/collapse',
    '../../node_modules/antd/es/style/roundedArrow',
    '../../node_modules/antd/es/tooltip',
  ],
  form: ['src/ui/fields/', 'src/ui/form/', 'src/ui/form/conflict'],
}

const ANTD = /\/node_modules\/(antd|@rc-component|@ant-design)\//

/**
 * Splits the built page into its stages. Rows are drawn before antd loads, so a stage holds either code that reaches antd by static imports,
 * or code of pages that do not.
 */
export function stages(): Plugin {
  /** What entries and dynamic imports load that need no antd. */
  const beforeAntd = new Set<string>()
  const [before, after] = [stageFinder(BEFORE_ANTD), stageFinder(WITH_ANTD)]
  const stageOf = (id: string) => (beforeAntd.has(id) ? before(id) : after(id))
  const names = [...Object.keys(BEFORE_ANTD), ...Object.keys(WITH_ANTD)]
  const groups = [
    // Without any code of the product. Before `login`, which takes all code that every entry loads first.
    { name: 'public', priority: 101, test: /\/src\/modules\/public\/|\/(study|about)\.html$/ },
    // The entry, main.tsx: session check, and the pages without the shell.
    { name: 'login', priority: 100, tags: ['$initial' as const] },
    ...names.map((stage, index) => ({
      name: (id: string) => (stageOf(id) === stage ? stage : null),
      priority: names.length - index,
    })),
  ]
  return {
    name: 'stages',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }),
    buildEnd() {
      const modules = [...this.getModuleIds()]
      const needAntd = reached(
        modules.filter((id) => ANTD.test(id)),
        (id) => this.getModuleInfo(id)?.importers,
      )
      const roots = modules.filter((id) => {
        const info = this.getModuleInfo(id)
        return (info?.isEntry || info?.dynamicImporters.length) && !needAntd.has(id)
      })
      for (const id of reached(roots, (one) => this.getModuleInfo(one)?.importedIds)) beforeAntd.add(id)
    },
  }
}

/** Answers the stage of a module; throws if the file or folder of a path is not there. */
function stageFinder(paths: Record<string, string[]>) {
  const places = Object.entries(paths)
    .flatMap(([stage, list]) =>
      list.map((path) => ({ stage, path, place: resolve(import.meta.dirname, path) })),
    )
    .sort((a, b) => b.path.length - a.path.length)
  const missing = places.find(
    ({ place }) => !['', '.ts', '.tsx', '.js'].some((ending) => existsSync(place + ending)),
  )
  if (missing) throw new Error(`stages.ts: ${missing.path} of the stage ${missing.stage} is not there`)
  return (id: string) =>
    places.find(({ path, place }) => {
      const below = id.startsWith(place) ? id.slice(place.length) : ''
      return /^[/.]/.test(below) && !(path.endsWith('/') && below.lastIndexOf('/') > 0)
    })?.stage
}

/** All that is reached from `roots` by `next`, with the roots. */
function reached(roots: string[], next: (id: string) => readonly string[] | undefined): Set<string> {
  const all = new Set(roots)
  // A set also iterates over what is added meanwhile.
  for (const id of all) for (const one of next(id) ?? []) all.add(one)
  return all
}
