interface SilenceWatch {
  /** Aborted after the given time without a call of `alive`. */
  signal: AbortSignal
  /** Restarts the timer. */
  alive: () => void
  /** Stops the timer. */
  end: () => void
}

/** Watchdog for streams with a heartbeat: a dead TCP connection raises no error by itself. */
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
