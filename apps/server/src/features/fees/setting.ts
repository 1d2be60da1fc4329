import { formatScaled, trimDecimals } from '@pianzhang/contract/decimal'
import { VAT_OF, withheldFrom } from '@pianzhang/contract/fee-rates'
import type { TaxSetting, TaxSettingBody, VatMode } from '@pianzhang/contract/fees'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { checkVersion } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { allRates } from './rates.ts'

export interface Setting {
  vat: VatMode | null
  /** In 1/100 percent. */
  surcharge: number
  version: number
}

/** Until a company chooses. */
const UNSET: Setting = { vat: null, surcharge: 350, version: 0 }

/** How the company sees to VAT. In a transaction it stays so until the commit. */
export async function settingOf(
  db: Db | Tx,
  { companyId }: Pick<PersonContext, 'companyId'>,
): Promise<Setting> {
  const row = await db
    .selectFrom('fee_settings')
    .select(['vat', 'surcharge', 'version'])
    .where('company_id', '=', companyId)
    .$if(db.isTransaction, (query) => query.forShare())
    .executeTakeFirst()
  return row ?? UNSET
}

const percentOf = (rate: number): string => trimDecimals(formatScaled(BigInt(rate), 2))

export async function showSetting(db: Db | Tx, context: PersonContext): Promise<TaxSetting> {
  const { vat, surcharge, version } = await settingOf(db, context)
  const rates = await allRates(db)
  return {
    vat,
    surcharge: percentOf(surcharge),
    version,
    asked_from: { labor: withheldFrom(rates, VAT_OF.labor), script: withheldFrom(rates, VAT_OF.script) },
    can: { write: context.isSuper },
  }
}

/** Replaces the company's setting, as its super administrator. Saved records stay as they were computed. */
export async function saveSetting(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, TaxSettingBody>,
): Promise<TaxSetting> {
  const { companyId, now } = context
  // The row that all later saves lock, so that of two people the second finds what the first chose.
  await tx
    .insertInto('fee_settings')
    .values({ company_id: companyId, vat: null, surcharge: UNSET.surcharge, version: 0, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const before = await tx
    .selectFrom('fee_settings')
    .select(['vat', 'surcharge', 'version'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  checkVersion(body.version, before.version)
  const surcharge = Number(body.surcharge)
  await tx
    .updateTable('fee_settings')
    .set({ vat: body.vat, surcharge, version: before.version + 1, updated_at: now })
    .where('company_id', '=', companyId)
    .execute()
  await audit(tx, ofCompany(context), {
    action: 'update',
    resource: 'labor_tax',
    code: '',
    label: '劳务费增值税设置',
    before: { vat: before.vat, surcharge: percentOf(before.surcharge) },
    after: { vat: body.vat, surcharge: percentOf(surcharge) },
  })
  return await showSetting(tx, context)
}
