import type { Db } from '../database.ts'
import type { ProjectContext } from '../route.ts'
import { sendSheet } from '../sheet/send.ts'
import { writeTemplate } from '../sheet/template.ts'
import { fileLink, type SignedFile } from '../signed-file.ts'
import { keysOf } from './columns.ts'
import type { LedgerSheet } from './ledger.ts'

const pathOf = ({ path }: Pick<LedgerSheet<string, unknown>, 'path'>) => `${path}/import_template/file`

/** For `GET …/import_template`: a signed link; the spreadsheet is written when it is opened, with the project's own words. */
export const templateLink =
  (ledger: Pick<LedgerSheet<string, unknown>, 'path'>) => async (_db: Db, context: ProjectContext) => ({
    file_url: fileLink(context, pathOf(ledger)),
  })

/** The link's other end: the columns with a sample row and drop-downs, and the sheet to look things up. */
export function templateFile<K extends string, Row>(ledger: LedgerSheet<K, Row>): SignedFile {
  const { title, columns } = ledger
  return {
    path: pathOf(ledger),
    summary: 'The template, by its signed address',
    async send({ services, reply, project }) {
      const { options, lookup } = await ledger.loadChoices(services.db, project.id)
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
