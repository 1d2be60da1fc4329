import { importApi } from '@pianzhang/contract/api/ledger'
import { templateAnswer } from '@pianzhang/contract/imports'
import { fileLink, type SignedFile } from '../files/signed-file.ts'
import { MANAGER, type Route, read } from '../http/route.ts'
import { sendSheet } from '../sheet/send.ts'
import { writeTemplate } from '../sheet/template.ts'
import { keysOf, type SheetColumn } from './columns.ts'
import { columnsIn, type LedgerSheet } from './ledger.ts'

/** Answers a signed link; the template is written with the project's current values when the link is opened. */
export const templateRoute = <K extends string, Row>(ledger: LedgerSheet<K, Row>): Route =>
  read(
    importApi(ledger.path).template,
    {
      summary: 'The spreadsheet to fill in, and its columns',
      access: ledger.access,
      answer: templateAnswer,
    },
    async (db, context) => ({
      file_url: fileLink(context, `${MANAGER}${importApi(ledger.path).template.path}/file`),
      columns: Object.values<SheetColumn>(await columnsIn(ledger, db, context.project.id)).map(
        ({ title, required = false, alsoCalled = [] }) => ({ title, required, also: [...alsoCalled] }),
      ),
    }),
  )

/** The target of the link: columns with a sample row and drop-downs, and the look-up sheet. */
export function templateFile<K extends string, Row>(ledger: LedgerSheet<K, Row>): SignedFile {
  const { title } = ledger
  return {
    path: `${MANAGER}${importApi(ledger.path).template.path}/file`,
    summary: 'The template, by its signed address',
    access: ledger.access,
    async send({ services, reply, project }) {
      const { options, lookup } = await ledger.loadChoices(services.db, project.id)
      const columns = await columnsIn(ledger, services.db, project.id)
      const written = await writeTemplate({
        name: title,
        columns: keysOf(columns).map((key) => ({
          ...columns[key],
          kind: 'text',
          options: options[key] ?? columns[key].options,
        })),
        lookup,
      })
      return await sendSheet(services, reply, `${title}导入模板.xlsx`, written)
    },
  }
}
