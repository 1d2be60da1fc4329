import pg from 'pg'

/** Calls `run` with a connection of its own, which is closed when `run` ends. */
export async function onOwnConnection<T>(
  settings: pg.ClientConfig,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(settings)
  // Without a listener a connection lost between two queries would end the process; the next query fails anyway.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await run(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
