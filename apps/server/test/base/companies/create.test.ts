import { expect, test } from 'vitest'
import { createCompany } from '../../../src/base/companies/create.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { PasswordHashes } from '../../../src/platform/login/passwords.ts'
import { testCompany } from '../../harness/company.ts'
import { PASSWORD } from '../../harness/harness.ts'

const { app } = await testCompany()

test('a new company has these features on', async () => {
  const { id } = await inTransaction(app.services.db, (tx) =>
    createCompany(
      tx,
      app.services,
      { name: '新公司', admin: '新人', phone: '13611114444', password: PASSWORD, quota: 1 },
      new PasswordHashes(),
    ),
  )
  const features = await app.services.db
    .selectFrom('company_features')
    .select('feature')
    .where('company_id', '=', id)
    .where('is_on', '=', true)
    .orderBy('feature')
    .execute()
  expect(features.map(({ feature }) => feature)).toEqual(['cost_report', 'missing_invoice', 'payee'])
})
