import { today } from '@pianzhang/contract/calendar'
import { TRANSFER_BANKS, type TransferFormats } from '@pianzhang/contract/transfer-batches'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { saysSpeed } from './formats/format.ts'
import { allFormats, formatOn } from './formats/load.ts'

interface Account {
  pay_account: string
  pay_account_name: string
  pay_bank_name: string
}

/** The banks that files can be made for today, each with the account that its last batch of the project was paid from. */
export async function listFormats(db: Db, context: ProjectContext): Promise<TransferFormats> {
  const formats = await allFormats(db)
  const { rows } = await sql<Account & { bank: string }>`
    select distinct on (b.bank) b.bank, b.pay_account, b.pay_account_name, b.pay_bank_name from transfer_batches b
    where b.project_id = ${context.project.id} order by b.bank, b.id desc`.execute(db)
  return {
    items: TRANSFER_BANKS.flatMap(({ code, label }) => {
      const format = formatOn(formats, code, today(context.now))
      const last = rows.find(({ bank }) => bank === code)
      return format
        ? [
            {
              bank: code,
              bank_i18n: label,
              version: format.version,
              proven: format.proven,
              says_speed: saysSpeed(format),
              last: last
                ? {
                    pay_account: last.pay_account,
                    pay_account_name: last.pay_account_name,
                    pay_bank_name: last.pay_bank_name,
                  }
                : null,
            },
          ]
        : []
    }),
  }
}
