import type { Answer, Caller } from '../harness/caller.ts'

/** Calls over a TCP connection. */
export type Remote = Pick<Caller, 'get' | 'post' | 'put' | 'delete'>

/**
 * Calls to a server in another process. `address` is called for each request, as a restarted server has another port. Rejects if there was
 * no answer.
 */
export function remote(
  address: () => string,
  who: { token: string; project: string | null },
  signal?: AbortSignal,
): Remote {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(address() + (path.startsWith('/api/') ? path : `/api/manager${path}`), {
      method,
      headers: {
        ...(who.token && { authorization: `Bearer ${who.token}` }),
        ...(who.project && { 'x-project': who.project }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const envelope = JSON.parse(await response.text())
    return { status: response.status, ...envelope, headers: Object.fromEntries(response.headers) }
  }
  return {
    get: (path, query, headers) => call('GET', path + queryString(query), undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    delete: (path, body, headers) => call('DELETE', path, body, headers),
  }
}

/** A query string with `?`: arrays repeat their key; '' without parameters. */
export function queryString(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    [value].flat().map((one): [string, string] => [key, String(one)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
