import pg from 'pg'

const PATIENCE_MS = 60_000

/** The view of database sessions; for a spread database (Citus) the view of all its servers, as rows are locked on the workers. */
export const activity = () => (process.env.TEST_SPREAD ? 'citus_stat_activity' : 'pg_stat_activity')

/** Opens a transaction that holds the locks of `statements` until `release`. */
export async function hold(url: string, statements: string): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: url })
  // The server under test may stop the database while the lock is held.
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query(`begin; ${statements}`)
  return { release: () => holder.end().catch(() => undefined) }
}

/** Resolves when this many sessions of the database wait for a lock; throws after a minute. */
export async function untilWaiting(url: string, count = 1): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const end = Date.now() + PATIENCE_MS; ; ) {
      const { rows } = await client.query(
        `select 1 from ${activity()} where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (rows.length >= count) return
      if (Date.now() > end) throw new Error('nobody waits for the lock')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    await client.end()
  }
}

/** Calls `first` and then `second` while the locks of `statements` make each of them wait, so that they queue in this order; returns both answers. */
export async function queued<A, B>(
  url: string,
  statements: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const holder = await hold(url, statements)
  try {
    const one = first()
    await untilWaiting(url)
    const other = second()
    await untilWaiting(url, 2)
    await holder.release()
    return await Promise.all([one, other])
  } finally {
    await holder.release()
  }
}
