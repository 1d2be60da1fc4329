import type { Answer, Caller } from './harness.ts'

/** Calls over a real connection. */
export type Remote = Pick<Caller, 'get' | 'post' | 'put' | 'delete'>

/**
 * Somebody's calls to a server that listens. `address` is asked at each call: after a crash the next server has another one. Rejects where
 * no answer came.
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

/** `?a=1&a=2` of lists, nothing of nothing. */
export function queryString(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    [value].flat().map((one): [string, string] => [key, String(one)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
