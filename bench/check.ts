import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { SheetCheck } from '../apps/server/src/platform/sheet-import/check.ts'
import type { SheetFile } from '../apps/server/src/platform/sheet-import/file.ts'
import { AlikeRows } from '../apps/server/src/platform/sheet-import/repetitions.ts'
import { PAYMENT_SHEET } from '../apps/server/src/start/payment-sheet.ts'
import { type Bench, type Figure, inTurns, seconds } from './bench.ts'
import { importRows } from './spreadsheets.ts'

const ROUNDS = 7

/** `check`: the check of a file with and without the comparison with existing payments, called as the server's process calls both. */
export async function checkFigures(bench: Bench): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pianzhang-bench-check-'))
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 1 })
  try {
    const code = await bench.project()
    const { file, send } = await importRows(bench, code)
    const path = join(folder, 'rows.xlsx')
    await writeFile(path, file)
    const { rows } = await bench.database.query('select id from projects where code = $1', [code])
    const check = checkOf(pool, BigInt(rows[0].id), {
      id: 0n,
      code: '',
      fileName: '',
      path,
      tempPath: folder,
    })
    const figureOf = async (state: string): Promise<Figure> => {
      const [compared, bare] = await inTurns(
        ROUNDS,
        () => check(PAYMENT_SHEET.alike),
        () => check([]),
      )
      return {
        what: `check of 100,000 rows ${state}, with ÷ without the comparison with existing payments`,
        goal: '≤ 1.1',
        ratio: (compared / bare).toFixed(2),
        detail: `${seconds(compared)} ÷ ${seconds(bare)}`,
        means:
          'Whether rows are here already is said before anything is written, in the time that the check takes anyway.',
      }
    }
    const empty = await figureOf('in a project without payments')
    await send(code)
    return [empty, await figureOf('in a project that has the payments of the same file')]
  } finally {
    await pool.end()
    await rm(folder, { recursive: true })
  }
}

/** Reads, checks and compares the file as `previewSheet` does. */
function checkOf(pool: pg.Pool, projectId: bigint, file: SheetFile) {
  const db = openDatabase(pool)
  const { signal } = new AbortController()
  return async (alike: typeof PAYMENT_SHEET.alike): Promise<void> => {
    const check = new SheetCheck(PAYMENT_SHEET.columns, await PAYMENT_SHEET.loadRules(db, projectId))
    const rows = new AlikeRows(alike)
    for await (const { row, checked } of check.verdicts(file, signal))
      if (checked.row && !check.failed) rows.add(checked.row, row.line)
    if (check.failed) throw new Error(JSON.stringify(check.result()).slice(0, 500))
    await rows.repeated(db, projectId, (run) => run())
  }
}
