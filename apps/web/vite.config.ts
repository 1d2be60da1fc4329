import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { guide } from './guide.ts'
import { publicPages } from './public-pages.ts'

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/
const SMALLEST = 1024

/** Writes `.br` and `.gz` beside every text file once, at build time, so that the server only picks one. */
function precompress(): Plugin {
  let out = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => [])
      for (const file of files.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))) {
        const path = join(file.parentPath, file.name)
        const bytes = await readFile(path)
        if (bytes.length < SMALLEST) continue
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        }
        await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }))
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/**
 * One chunk per loading stage, with all its imports, instead of dozens of small files: HTTP/1.1 fetches six at a time.
 * Shared modules go to the earliest stage. antd must not get into `login`, `shell` or `list`: rows are drawn before it loads.
 */
const STAGES = [
  // The public pages, which have no code of the product; before `login`, which takes what every entry begins with.
  { name: 'public', test: /src\/modules\/public\/|(study|about)\.html/ },
  // The entry, main.tsx: session check, and the pages without the shell.
  { name: 'login', tags: ['$initial' as const] },
  // Placeholder shown while the shell is fetched; the login page needs none.
  { name: 'skeleton', test: /src\/ui\/states\/Loading/ },
  // The page frame, and what lists and charts share; the closed lists and uploads of the contract, which most pages read.
  {
    name: 'shell',
    test: /contract\/src\/(attachments|lists)\.|src\/(app\/App\.tsx|platform\/(ledger\/|address\/listSearch|api\/inGroups)|ui\/(page\/(LedgerPage|useSize)|states\/(LoadFailed|stale)|MoneyText|count))/,
  },
  // What lists share; the contract that several lists name or are filtered by is part of it.
  {
    name: 'list',
    test: /src\/(modules\/contracts\/picker\/(?!options)|ui\/(popup\/useReturnFocus|table\/(DataTable|columns\/)|filters\/(FilterTags|FilterRow|FilterBar|filter)|list\/(cards\/(CardList|RecordCard)|selection\/(SelectionBar|useRemoval|useCardSelection|amountRemoval)|FileButtons|RecordList|useL|useRecords)))/,
  },
  // The antd base that every antd part needs, with toasts and confirm dialogs.
  { name: 'antd', test: /src\/ui\/antd\/(Antd|Feedback)/ },
  // Selects and pagers.
  { name: 'fields', test: /src\/ui\/(table\/pager\/Pager|fields\/choice\/MultiSelect)/ },
  {
    name: 'form',
    test: /antd\/es\/(alert|form)\/|src\/(ui\/(form\/(?!items|RecordDialog)|fields\/Field)|platform\/api\/idempotency)/,
  },
  // What statistics and list of ledgers share that book on subjects.
  { name: 'booking', test: /src\/modules\/(booking\/choices|subjects\/picker\/(selects|subjects)\.)/ },
  // What statistics share.
  {
    name: 'charts',
    test: /src\/(ui\/chart\/(figures\/FigurePanel|Total|Hint|Statistics|useCharts)|modules\/(subjects\/chart\/|booking\/[Bb]ooked))/,
  },
  // The page of a ledger, with what its statistics and its list share, so that neither loads the other; and its list.
  { name: 'payments', test: /src\/modules\/cost-executions\/(PaymentsPage|api)/ },
  { name: 'imprests', test: /src\/modules\/imprests\/(Page|api)/ },
  { name: 'receipts', test: /src\/modules\/investment-executions\/(Page|api)/ },
  { name: 'cost-budgets', test: /src\/modules\/cost-budgets\/(Page|api)/ },
  { name: 'investment-budgets', test: /src\/modules\/investment-budgets\/(Page|api)/ },
  // What shows one record.
  {
    name: 'record',
    test: /src\/(ui\/(page\/record\/Facts|images\/(LazyPreview|isPicture)|time)|modules\/projects\/(changed|period))/,
  },
  { name: 'contracts', test: /src\/modules\/contracts\/(Page|api)/ },
  { name: 'contract', test: /src\/modules\/contracts\/detail\/(Page|api)/ },
  // The red strip, with the carousel that it shares with the banner of pending orders.
  { name: 'strip', test: /src\/(modules\/contract-cautions\/strip\/Strip\.|ui\/carousel\/)/ },
  { name: 'reminders', test: /src\/modules\/contract-cautions\/(Page|api)/ },
  { name: 'invoices', test: /src\/modules\/invoices\/(Page|api)/ },
  // The filters of types, accounts, roles and the operation log, and the names of the resources, in one small file.
  { name: 'filters', test: /contract\/src\/permissions\.|src\/ui\/filters\/choiceFilter/ },
  // Both lists of types are one page; its few lines of settings and its calls are no files of their own.
  { name: 'types', test: /src\/modules\/(investment|pay)-categories\/(Page|api)/ },
  // Accounts and roles lead to each other.
  { name: 'people', test: /src\/modules\/(users|roles)\/(Page|api)/ },
  { name: 'log', test: /src\/modules\/audit-logs\/(Page|api)/ },
  {
    name: 'overview',
    test: /src\/modules\/overview\/(Page|api|search|links|words)|src\/ui\/chart\/compare\/comparison/,
  },
  // The list is drawn without antd; the form of the other page saves by a part that is loaded with it.
  { name: 'orders', test: /src\/modules\/orders\/(api|Page)\./ },
  { name: 'buy', test: /src\/modules\/orders\/buy\/Page\./ },
  { name: 'booking-list', test: /src\/modules\/(booking\/filters|subjects\/picker\/useSubjectFilter)/ },
  { name: 'payments-list', test: /src\/modules\/cost-executions\/DetailTab/ },
  { name: 'imprests-list', test: /src\/modules\/imprests\/DetailTab/ },
  { name: 'cost-budgets-list', test: /src\/modules\/cost-budgets\/DetailTab/ },
  { name: 'receipts-list', test: /src\/modules\/investment-executions\/DetailTab/ },
]
const groups = STAGES.map((stage, index) => ({ ...stage, priority: STAGES.length - index }))

export default defineConfig({
  plugins: [react(), guide(), publicPages(), precompress()],
  // No changeOrigin: the server compares Origin with the Host it sees, and both must be the dev server's.
  server: { proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT || 3000}` } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 800,
    // Every browser that antd supports also supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'study.html', 'about.html'],
      output: { codeSplitting: { groups } },
    },
  },
})
