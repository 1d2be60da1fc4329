import type { Answer, Caller, TestApp } from '../../harness/harness.ts'

let last = 0
/** A phone number that no account has. */
export function newPhone(): string {
  last += 1
  return `136${String(last).padStart(8, '0')}`
}

/** A valid body, with a phone number of its own. */
export const userBody = (fields: Record<string, unknown> = {}) => ({
  name: '苏晓',
  post: '出纳',
  phone: newPhone(),
  ...fields,
})

/** Adds an account. */
export const addUser = async (
  who: Caller,
  fields: Record<string, unknown> = {},
): Promise<{ code: string; phone: string; version: number; initial_password: string }> =>
  (await who.post('/users', userBody(fields))).data

/** The names in the list, in its order. */
export const listed = async (who: Caller, query: Record<string, unknown> = {}): Promise<string[]> =>
  (await who.get('/users', query)).data.items.map((item: { name: string }) => item.name)

/** The body with which the dialog would save the account unchanged. */
export async function bodyOf(asker: Caller, code: string, fields: Record<string, unknown> = {}) {
  const { name, post, phone, status, role, projects } = (await asker.get(`/users/${code}`)).data
  return {
    ...{ name, post, phone, status, role_code: role?.code ?? '' },
    project_codes: projects.map((project: { code: string }) => project.code),
    ...fields,
  }
}

/** Saves the account with these fields changed. */
export const edit = async (who: Caller, code: string, fields: Record<string, unknown>): Promise<Answer> =>
  who.put(`/users/${code}`, await bodyOf(who, code, fields))

/** The code of an account's role. */
export const roleOf = async (asker: Caller, code: string): Promise<string> =>
  (await asker.get(`/users/${code}`)).data.role.code

/** Logs of these records, oldest first. */
export const logOf = (app: TestApp, ...codes: string[]) =>
  app.services.db
    .selectFrom('audit_logs')
    .select(['action', 'resource', 'label', 'before', 'after', 'project_id', 'user_name'])
    .where('code', 'in', codes)
    .orderBy('id')
    .execute()
