import pg from 'pg'
import { runningPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { test } from './test.ts'

async function withDatabase(run: (client: pg.Client) => Promise<void>): Promise<void> {
  const folder = process.env.E2E_DATA_DIR
  test.skip(!folder, 'E2E_DATA_DIR names the data folder of the server at E2E_BASE_URL')
  const url = process.env.E2E_DATABASE_URL ?? runningPostgres(folder ?? '')?.url
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

/** Makes all people of a company change their password, as a reset does. By SQL: over HTTP an administrator would have to sign in as well. */
export const mustChangePassword = (company: string) =>
  withDatabase(async (client) => {
    await client.query(
      "update users u set must_change_password = true, password_expires_at = now() + interval '7 days' from companies c where c.id = u.company_id and c.code = $1",
      [company],
    )
  })

/** Ends the ten minutes after a code of the second factor, in all sessions of a person. By SQL, as above. */
export const secondFactorIsDue = (phone: string) =>
  withDatabase(async (client) => {
    await client.query(
      'update sessions s set second_factor_at = null from users u where u.id = s.user_id and u.phone = $1',
      [phone],
    )
  })

/** Removes a resource from the person's role while `run` runs. By SQL, as above. */
export const withoutRight = (phone: string, model: string, run: () => Promise<void>) =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ role_id: string; code: string; actions: string[] }>(
      `delete from role_permissions p using users u
        where p.role_id = u.role_id and u.phone = $1 and p.model = $2 returning p.role_id, p.code, p.actions`,
      [phone, model],
    )
    const [removed] = rows
    if (!removed) throw new Error(`${phone} has no right to ${model}`)
    try {
      await run()
    } finally {
      await client.query(
        'insert into role_permissions (role_id, model, code, actions) values ($1, $2, $3, $4)',
        [removed.role_id, model, removed.code, removed.actions],
      )
    }
  })
