import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'
import { hold, untilWaiting } from './hold.ts'

interface AbandonedImport {
  /** The ledger's path below the manager's API. */
  path: string
  token: string
  project: string
  /** The attachment's code. */
  file: string
  /** A statement whose row locks the import waits for. */
  held: string
}

/** Sends an import, disconnects while it waits for a lock, and releases the lock. Resolves when the import's transaction has ended. */
export async function abandonImport(
  test: TestApp,
  { path, token, project, file, held }: AbandonedImport,
): Promise<void> {
  const address = await test.listen()
  const holder = await hold(test.databaseUrl, held)
  const aborter = new AbortController()
  const noticed = once(test.http.server, 'request').then(
    ([, response]: (IncomingMessage | ServerResponse)[]) => once(response as ServerResponse, 'close'),
  )
  const ended = once(test.services.imports, 'release')
  try {
    const answer = fetch(`${address}/api/manager${path}/import`, {
      method: 'POST',
      signal: aborter.signal,
      headers: {
        authorization: `Bearer ${token}`,
        'x-project': project,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ attachment_code: file }),
    })
    await untilWaiting(test.databaseUrl)
    aborter.abort()
    await expect(answer).rejects.toThrow(/abort/)
    await noticed
  } finally {
    await holder.release()
  }
  await ended
}
