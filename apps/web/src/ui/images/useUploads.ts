import { useEffect, useState } from 'react'

/** Signal that aborts running uploads when the form unmounts. */
export function useUploads(): AbortSignal {
  const [aborter, setAborter] = useState(() => new AbortController())
  useEffect(() => {
    // StrictMode mounts twice in development: the first cleanup must not disable later uploads.
    if (aborter.signal.aborted) setAborter(new AbortController())
    return () => aborter.abort()
  }, [aborter])
  return aborter.signal
}
