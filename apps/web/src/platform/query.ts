import { QueryClient } from '@tanstack/react-query'

/** First parts of query keys that belong to the person or the company; everything else belongs to the project that is open. */
const COMPANY_KEYS = new Set(['profile', 'site', 'projects', 'sessions'])

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A failure has been shown already and the page offers to try again; repeating it unasked only delays that.
      retry: false,
      staleTime: 30_000,
      refetchOnWindowFocus: true,
    },
  },
})

/** Everything of the project that is open. */
export const ofProject = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !COMPANY_KEYS.has(String(queryKey[0])),
}

/** Forgets what was loaded of the project that is left. */
export async function forgetProjectQueries(): Promise<void> {
  await queryClient.cancelQueries(ofProject)
  queryClient.removeQueries(ofProject)
}
