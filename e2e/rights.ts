import pg from 'pg'
import { runningPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { test } from './test.ts'

async function withDatabase(run: (client: pg.Client) => Promise<void>): Promise<void> {
  const folder = process.env.E2E_DATA_DIR
  test.skip(!folder, 'E2E_DATA_DIR names the data folder of the server at E2E_BASE_URL')
  const client = new pg.Client({ connectionString: runningPostgres(folder ?? '')?.url })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

/** As after a reset of the password of everybody in a company: what the page of accounts does, which is still to come. */
export const mustChangePassword = (company: string) =>
  withDatabase(async (client) => {
    await client.query(
      'update users u set must_change_password = true from companies c where c.id = u.company_id and c.code = $1',
      [company],
    )
  })

/** While `run` runs, the role of this person lacks the resource: what somebody does on the page of roles, which is still to come. */
export const withoutRight = (phone: string, model: string, run: () => Promise<void>) =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ role_id: string; code: string; actions: string[] }>(
      `delete from role_permissions p using users u
        where p.role_id = u.role_id and u.phone = $1 and p.model = $2 returning p.role_id, p.code, p.actions`,
      [phone, model],
    )
    const [taken] = rows
    if (!taken) throw new Error(`${phone} has no right to ${model}`)
    try {
      await run()
    } finally {
      await client.query(
        'insert into role_permissions (role_id, model, code, actions) values ($1, $2, $3, $4)',
        [taken.role_id, model, taken.code, taken.actions],
      )
    }
  })
