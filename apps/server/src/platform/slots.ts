/** Whose work takes a slot. */
export interface SlotOwner {
  person: string
  company: string
}

export interface SlotBounds {
  /** At once, of everybody. */
  total: number
  perPerson: number
  perCompany?: number
  /** How many of one person may wait. */
  waitingPerPerson?: number
}

/** Which bound is reached: `waitingPerPerson` is the queue's. */
export type SlotBound = keyof SlotBounds

/** No slot for this caller now; whoever asked for it says so in words. */
export class NoSlot extends Error {
  /** `closed`: the server ends. */
  readonly reason: SlotBound | 'closed'

  constructor(reason: SlotBound | 'closed') {
    super(`no slot: ${reason}`)
    this.reason = reason
  }
}

export interface Waiting {
  signal: AbortSignal
  /** Longest wait in ms, then `NoSlot`; without it as long as it takes. */
  timeoutMs?: number
  /** Called when it has to wait, and when its position changes: so many are before it. */
  onWaiting?(ahead: number): void
}

/** One that runs or waits. `round` is its start tag: a person's next request comes a round later than their last. */
interface Entry {
  owner: SlotOwner
  round: number
}

interface Waiter extends Entry {
  admit(): void
  refuse(error: Error): void
  tell(ahead: number): void
}

/**
 * A bounded number of slots and a fair queue: start-time fair queueing by person, so that one person's twelve requests do not stand
 * before another's first, and nobody starves. Bounds by person and company hold for who runs; who is below them passes who is not.
 */
export class Slots {
  readonly #bounds: SlotBounds
  readonly #running = new Set<Entry>()
  #waiting: Waiter[] = []
  #round = 0
  #closed = false

  constructor(bounds: SlotBounds) {
    this.#bounds = bounds
  }

  get taken(): number {
    return this.#running.size
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Answers what gives the slot back. Throws `NoSlot`, or the signal's reason where the caller went away. */
  async acquire(
    owner: SlotOwner,
    { signal, timeoutMs, onWaiting }: Waiting,
  ): Promise<{ release: () => void }> {
    signal.throwIfAborted()
    if (this.#closed) throw new NoSlot('closed')
    const entry = { owner, round: this.#roundOf(owner) }
    if (this.#reached(owner)) await this.#wait(entry, { signal, timeoutMs, onWaiting })
    else this.#run(entry)
    return {
      release: () => {
        if (this.#running.delete(entry)) this.#advance()
      },
    }
  }

  /** Refuses who waits and who comes; who has a slot keeps it. */
  close(): void {
    this.#closed = true
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(new NoSlot('closed'))
  }

  #run(entry: Entry): void {
    this.#round = Math.max(this.#round, entry.round)
    this.#running.add(entry)
  }

  #wait(entry: Entry, { signal, timeoutMs, onWaiting }: Partial<Waiting>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (this.#count(this.#waiting, entry.owner, 'person') >= (this.#bounds.waitingPerPerson ?? Infinity))
      throw new NoSlot('waitingPerPerson')
    let notified = -1
    const waiter: Waiter = Object.assign(entry, {
      admit: resolve,
      refuse: reject,
      tell: (ahead: number) => {
        if (ahead !== notified) onWaiting?.(ahead)
        notified = ahead
      },
    })
    const leave = (error: Error) => {
      this.#waiting = this.#waiting.filter((other) => other !== waiter)
      reject(error)
      this.#advance()
    }
    const onAbort = () => leave(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => leave(new NoSlot(this.#reached(entry.owner) ?? 'total')), timeoutMs)
    const after = this.#waiting.findIndex((other) => other.round > entry.round)
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, waiter)
    this.#advance()
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  /** Admits who may run, in their order, and tells the others where they stand. */
  #advance(): void {
    this.#waiting = this.#waiting.filter((waiter) => {
      if (this.#reached(waiter.owner)) return true
      this.#run(waiter)
      waiter.admit()
      return false
    })
    for (const [ahead, waiter] of this.#waiting.entries()) waiter.tell(ahead)
  }

  #reached(owner: SlotOwner): SlotBound | null {
    const { total, perPerson, perCompany = total } = this.#bounds
    if (this.#count(this.#running, owner, 'person') >= perPerson) return 'perPerson'
    if (this.#count(this.#running, owner, 'company') >= perCompany) return 'perCompany'
    return this.#running.size >= total ? 'total' : null
  }

  #count(entries: Iterable<Entry>, owner: SlotOwner, by: keyof SlotOwner): number {
    let count = 0
    for (const entry of entries) if (entry.owner[by] === owner[by]) count += 1
    return count
  }

  #roundOf({ person }: SlotOwner): number {
    const own = [...this.#running, ...this.#waiting].filter((entry) => entry.owner.person === person)
    return Math.max(this.#round, ...own.map((entry) => entry.round + 1))
  }
}
