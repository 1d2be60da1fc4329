import { chartFile } from '@pianzhang/contract/api/ledger'
import { MAX_CHART_ITEMS } from '@pianzhang/contract/dashboard'
import type { Endpoint } from '@pianzhang/contract/endpoint'
import { fileAnswer } from '@pianzhang/contract/imports'
import { sum, yuan } from '@pianzhang/contract/money'
import type { Model } from '@pianzhang/contract/permissions'
import type { CellValue } from '@pianzhang/xlsx'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../database/database.ts'
import { readRows } from '../database/read-rows.ts'
import { exportFile, exportLink, filtersOf } from '../files/export-file.ts'
import type { SignedFile } from '../files/signed-file.ts'
import { inProject } from '../http/guard.ts'
import { MANAGER, type ProjectContext, type Route, read } from '../http/route.ts'
import type { SummableColumn } from '../sheet/totals.ts'

/** `reads`: people who may not read this model do not get the column. */
type ChartColumn = SummableColumn & { reads?: Model }

/** The endpoint of a chart; `chartFile` is that of its spreadsheet. */
export type ChartEndpoint<Q, Answer> = Endpoint<
  string,
  { query: z.ZodType<Q>; answer: z.ZodType<unknown, Answer> }
>

/** What a chart's two routes are made of. */
interface ChartRoutes<Q, Row, Answer> {
  endpoint: ChartEndpoint<Q, Answer>
  model: Model
  /** One English line for the OpenAPI document. */
  summary: string
  query: z.ZodType<Q>
  answer: z.ZodType<unknown, Answer>
  /** Title of the sheet and name of the file: 付款方支出. */
  title: string
  columns: ChartColumn[]
  /** The spreadsheet's row, in the order of `columns`. */
  cells(row: Row): CellValue[]
}

/** A chart of a ledger. One SELECT of sums gives both its answer and its spreadsheet. */
interface ChartParts<Q, Row extends { amount: bigint }, Item, Answer> extends ChartRoutes<Q, Row, Answer> {
  /** An unordered SELECT; `amount` in fen. */
  sums(projectId: bigint, query: Q): RawBuilder<Row>
  /** Rows are ordered by amount, largest first; equal amounts by this column. */
  tie: RawBuilder<unknown>
  /** The answer's item without its amount. */
  item(row: Row): Item
}

/** A chart's routes, and the file behind its export link. */
export interface Chart {
  routes: Route[]
  file: SignedFile
}

interface Items<Item> {
  items: (Item & { amount: string })[]
}

/** A chart that answers all sums. */
export function chart<Q, Row extends { amount: bigint }, Item>(
  parts: ChartParts<Q, Row, Item, Items<Item>>,
): Chart {
  const select = ordered(parts)
  return chartRoutes(parts, select, async (db, { project }, query) => {
    const { rows } = await select(project.id, query).execute(db)
    return { items: itemsOf(parts, rows) }
  })
}

/**
 * A chart with an item per record (payers): it answers the largest items and the total of the rest; its spreadsheet
 * has all.
 */
export function largestChart<Q, Row extends { amount: bigint }, Item>(
  parts: ChartParts<Q, Row, Item, Items<Item> & { others: { quantity: number; amount: string } }>,
): Chart {
  return chartRoutes(parts, ordered(parts), async (db, { project }, query) => {
    // Window functions give each row the count and sum of all rows, in the same snapshot.
    const { rows } = await sql<Row & { quantity: number; total: bigint }>`
      select s.*, count(*) over ()::int4 as quantity, sum(s.amount) over () as total
      from (${parts.sums(project.id, query)}) s order by amount desc, ${parts.tie} limit ${MAX_CHART_ITEMS}`.execute(
      db,
    )
    const all = rows[0] ?? { quantity: 0, total: 0n }
    return {
      items: itemsOf(parts, rows),
      others: {
        quantity: all.quantity - rows.length,
        amount: yuan(all.total - sum(rows.map(({ amount }) => amount))),
      },
    }
  })
}

const itemsOf = <Row extends { amount: bigint }, Item>(
  { item }: { item(row: Row): Item },
  rows: readonly Row[],
) => rows.map((row) => ({ ...item(row), amount: yuan(row.amount) }))

type Select<Q, Row> = (projectId: bigint, query: Q) => RawBuilder<Row>

const ordered =
  <Q, Row extends { amount: bigint }>({
    sums,
    tie,
  }: Pick<ChartParts<Q, Row, unknown, unknown>, 'sums' | 'tie'>): Select<Q, Row> =>
  (projectId, query) =>
    sql`${sums(projectId, query)} order by amount desc, ${tie}`

/** A chart's two routes. `select`: the rows of its spreadsheet, in their order. */
export function chartRoutes<Q, Row extends object, Answer>(
  parts: ChartRoutes<Q, Row, Answer>,
  select: Select<Q, Row>,
  answerOf: (db: Db, context: ProjectContext, query: Q) => Promise<Answer>,
): Chart {
  const { endpoint, model, summary, query, title, columns } = parts
  const filePath = `${MANAGER}${chartFile(endpoint).path}/file`
  // Signs the models of columns that the caller may read now; each right is checked again when the link is opened.
  const readable = ({ can }: ProjectContext) => ({
    reads: columns.flatMap(({ reads }) => (reads && can(reads, 'read') ? reads : [])).join(','),
  })
  return {
    routes: [
      read(
        endpoint,
        { summary, access: inProject(model, 'read'), query, answer: parts.answer, replica: true },
        (db, context, input) => answerOf(db, context, input.query),
      ),
      read(
        chartFile(endpoint),
        {
          summary: `${summary}, as a spreadsheet`,
          access: inProject(model, 'export'),
          query,
          answer: fileAnswer,
        },
        async (_db, context, input) => ({
          file_url: exportLink(
            context,
            filePath,
            { query: input.query as object, body: null },
            readable(context),
          ),
        }),
      ),
    ],
    file: exportFile(
      filePath,
      `${summary}, by their signed address`,
      inProject(model, 'export'),
      async (link) => {
        const rowsOf = select(link.project.id, query.parse(filtersOf(link)))
        const asked = (link.query.reads ?? '').split(',')
        const shown = columns.map(
          ({ reads }) => reads === undefined || (asked.includes(reads) && link.project.can(reads, 'read')),
        )
        const ofShown = <T>(all: readonly T[]) => all.filter((_, column) => shown[column])
        return {
          name: title,
          columns: ofShown(columns),
          async *rows(slot) {
            for await (const rows of readRows(slot, link.services.db, rowsOf))
              yield rows.map((row) => ofShown(parts.cells(row)))
          },
        }
      },
    ),
  }
}
