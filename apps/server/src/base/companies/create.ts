import { FEATURES } from '@pianzhang/contract/features'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import { initialPasswordEnd } from '../../platform/login/initial-password.ts'
import type { PasswordHashes } from '../../platform/login/passwords.ts'
import type { Services } from '../../platform/services.ts'

interface CompanyInput {
  name: string
  /** The super administrator's name. */
  admin: string
  /** 11 digits, unique in the service. */
  phone: string
  password: string
  /** Whether the password was generated: it then must be changed at the first login, and is void after `INITIAL_PASSWORD_DAYS`. */
  initial?: boolean
  quota: number
}

/** The actor of an operator's command in the audit log. */
export const operatorActor = (services: Services, companyId: bigint) => ({
  companyId,
  userId: null,
  userName: '运营人员',
  address: '',
  requestId: 'operator',
  clientId: null,
  now: services.clock(),
  project: null,
  services,
})

/** Creates a company with its super administrator. Throws 23505 on `users_phone` if the phone number is in use. */
export async function createCompany(
  tx: Tx,
  services: Services,
  input: CompanyInput,
  hashes: PasswordHashes,
): Promise<{ id: bigint; code: string; adminId: bigint }> {
  const company = await tx
    .insertInto('companies')
    .values({ code: newCode(), name: input.name, granted_count: input.quota })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  const admin = await tx
    .insertInto('users')
    .values({
      code: newCode(),
      company_id: company.id,
      name: input.admin,
      phone: input.phone,
      password_hash: await hashes.hash(input.password),
      must_change_password: input.initial === true,
      ...(input.initial && { password_expires_at: initialPasswordEnd(services.clock()) }),
      is_super: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('company_features')
    .values(FEATURES.map(({ feature, initial }) => ({ company_id: company.id, feature, is_on: initial })))
    .execute()
  await audit(tx, operatorActor(services, company.id), {
    action: 'create',
    resource: 'company',
    code: company.code,
    label: input.name,
    after: { name: input.name, quota: input.quota, admin: input.admin },
  })
  return { id: company.id, code: company.code, adminId: admin.id }
}
