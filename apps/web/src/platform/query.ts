import { QueryClient } from '@tanstack/react-query'

/**
 * First parts of the query keys that belong to the person or the company; all other queries belong to the open project.
 */
const COMPANY_KEYS = new Set([
  'profile',
  'site',
  'projects',
  'orders',
  'sessions',
  'users',
  'roles',
  'role',
  'resources',
  'audit_logs',
  'features',
  'notifications',
])

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The API client has reported the failure and the page offers a retry; automatic retries would only delay that.
      retry: false,
      staleTime: 30_000,
      refetchOnWindowFocus: true,
    },
  },
})

/** Matches all queries of the open project. */
export const ofProject = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !COMPANY_KEYS.has(String(queryKey[0])),
}

/** Removes the cached queries of the project that was left. */
export async function forgetProjectQueries(): Promise<void> {
  await queryClient.cancelQueries(ofProject)
  queryClient.removeQueries(ofProject)
}
