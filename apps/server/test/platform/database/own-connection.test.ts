import { expect, test } from 'vitest'
import { onOwnConnection } from '../../../src/platform/database/own-connection.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase } from '../../harness/database.ts'

test('a connection that is lost between two queries fails the next one, and ends no process', async () => {
  const { url, drop } = await cloneDatabase()
  const working = onOwnConnection({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const lost = new Promise((resolve) => client.once('end', resolve))
    await withClient(url, (other) => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
    await lost
    return await client.query('select 1')
  })
  await expect(working).rejects.toThrow()
  await drop()
})
