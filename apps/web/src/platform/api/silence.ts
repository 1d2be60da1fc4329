interface SilenceWatch {
  /** Aborted when nothing came for so long. */
  signal: AbortSignal
  /** Something came. */
  alive: () => void
  /** Nobody waits any more. */
  end: () => void
}

/** For a stream whose server says something at intervals: a connection may be dead without anybody saying so. */
export function watchSilence(milliseconds: number): SilenceWatch {
  const dead = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  const alive = () => {
    end()
    timer = setTimeout(() => dead.abort(), milliseconds)
  }
  alive()
  return { signal: dead.signal, alive, end }
}
