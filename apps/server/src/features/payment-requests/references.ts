import type { PaymentRequestBody } from '@pianzhang/contract/payment-requests'
import { type RawBuilder, sql } from 'kysely'
import type { AttachmentRow } from '../../base/attachments/link.ts'
import { invoicesOf } from '../../base/invoices/allocate.ts'
import type { Db, Tx } from '../../platform/database/database.ts'

type Line = PaymentRequestBody['cost_execution_details'][number]

interface Named {
  id: bigint
  code: string
  name: string
}
interface NamedSubject extends Named {
  out_code: string
  one_name: string
  two_name: string
}

/** What lines name, by the codes that they have. A record that was deleted since is absent. */
export interface NamedRecords {
  subjects: ReadonlyMap<string, NamedSubject>
  /** By decimal id. */
  categories: ReadonlyMap<string, { name: string }>
  contracts: ReadonlyMap<string, Named>
  instalments: ReadonlyMap<string, Named>
  invoices: ReadonlyMap<string, Named>
  files: ReadonlyMap<string, AttachmentRow>
}

/** Reads the names of everything that the lines of requests refer to; a kind that none names costs no statement. */
export async function namedIn(db: Db | Tx, projectId: bigint, lines: readonly Line[]): Promise<NamedRecords> {
  const found = async <T>(
    pick: (line: Line) => string | readonly string[] | null,
    query: (codes: string[]) => RawBuilder<T>,
  ): Promise<T[]> => {
    const codes = [...new Set(lines.flatMap((line) => pick(line) ?? []))]
    return codes.length === 0 ? [] : (await query(codes).execute(db)).rows
  }
  const named = (table: string, name: string) => (codes: string[]) =>
    sql<Named>`select t.id, t.code, ${sql.ref(`t.${name}`)} as name from ${sql.table(table)} t
      where t.project_id = ${projectId} and t.code = any(${codes}::text[])`
  const categories = await found(
    (line) => line.pay_category_id,
    (ids) => sql<{ id: bigint; name: string }>`
      select t.id, t.name from payment_types t where t.project_id = ${projectId} and t.id = any(${ids}::bigint[])`,
  )
  return {
    subjects: byCode(
      await found(
        (line) => line.subject_three_code,
        (codes) => sql<NamedSubject>`
          select three.id, three.code, three.out_code, three.name, one.name as one_name, two.name as two_name
          from subjects three
          join subjects two on two.project_id = ${projectId} and two.id = three.two_id
          join subjects one on one.project_id = ${projectId} and one.id = three.one_id
          where three.project_id = ${projectId} and three.code = any(${codes}::text[])`,
      ),
    ),
    categories: new Map(categories.map(({ id, ...type }) => [String(id), type])),
    contracts: byCode(await found((line) => line.contract_code, named('contracts', 'out_code'))),
    instalments: byCode(await found((line) => line.instalment_code, named('contract_instalments', 'title'))),
    invoices: byCode(await found(invoicesOf, named('invoices', 'invoice_number'))),
    files: byCode(
      await found(
        (line) => line.voucher_attachment_codes,
        (codes) => sql<AttachmentRow>`
          select a.code, a.file_name, a.file_size::int4 as file_size, a.has_thumb from attachments a
          where a.project_id = ${projectId} and a.code = any(${codes}::text[]) and a.storage_key <> ''`,
      ),
    ),
  }
}

const byCode = <T extends { code: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.code, row]))
