/** The person and the company that a slot is counted for. */
export interface SlotOwner {
  person: string
  company: string
}

export interface SlotBounds {
  /** Slots in all. */
  total: number
  perPerson: number
  perCompany?: number
  /** How many of one person may wait. */
  waitingPerPerson?: number
}

/** The bound that was reached; `waitingPerPerson` is the bound of the queue. */
type SlotBound = keyof SlotBounds

/** No slot is available; the caller of `acquire` makes it a failure with a message. */
export class NoSlot extends Error {
  /** `closed`: the server is shutting down. */
  readonly reason: SlotBound | 'closed'

  constructor(reason: SlotBound | 'closed') {
    super(`no slot: ${reason}`)
    this.reason = reason
  }
}

export interface Waiting {
  signal: AbortSignal
  /** Longest wait in ms, then `NoSlot`; without it there is no limit. */
  timeoutMs?: number
  /** Called when it has to wait and when its position changes; `ahead`: how many are before it in the queue. */
  onWaiting?(ahead: number): void
}

/** A running or waiting request. `round` is its start tag: each further request of a person is one round later. */
interface Entry {
  owner: SlotOwner
  round: number
}

interface Waiter extends Entry {
  admit(): void
  refuse(error: Error): void
  notify(ahead: number): void
}

/**
 * A limited number of slots with a fair queue: start-time fair queueing (Goyal et al. 1996) by person, so that one person's twelve requests are
 * not served before another's first, and nobody starves. Bounds per person and company limit running requests; a request within its bounds
 * overtakes one that is not.
 */
export class Slots {
  readonly bounds: SlotBounds
  readonly #running = new Set<Entry>()
  #waiting: Waiter[] = []
  #round = 0
  #closed = false

  constructor(bounds: SlotBounds) {
    this.bounds = bounds
  }

  get taken(): number {
    return this.#running.size
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Waits for a slot; returns its release function. Throws `NoSlot`, or the signal's reason if the caller disconnected. */
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

  /** Refuses waiting and new requests; running ones keep their slots. */
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
    if (this.#count(this.#waiting, entry.owner, 'person') >= (this.bounds.waitingPerPerson ?? Infinity))
      throw new NoSlot('waitingPerPerson')
    let notified = -1
    const waiter: Waiter = Object.assign(entry, {
      admit: resolve,
      refuse: reject,
      notify: (ahead: number) => {
        if (ahead !== notified) onWaiting?.(ahead)
        notified = ahead
      },
    })
    const giveUp = (error: Error) => {
      this.#waiting = this.#waiting.filter((other) => other !== waiter)
      reject(error)
      this.#advance()
    }
    const onAbort = () => giveUp(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => giveUp(new NoSlot(this.#reached(entry.owner) ?? 'total')), timeoutMs)
    const after = this.#waiting.findIndex((other) => other.round > entry.round)
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, waiter)
    this.#advance()
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  /** Admits waiting requests within the bounds, in the queue's order, and tells those that still wait their positions. */
  #advance(): void {
    this.#waiting = this.#waiting.filter((waiter) => {
      if (this.#reached(waiter.owner)) return true
      this.#run(waiter)
      waiter.admit()
      return false
    })
    for (const [ahead, waiter] of this.#waiting.entries()) waiter.notify(ahead)
  }

  #reached(owner: SlotOwner): SlotBound | null {
    const { total, perPerson, perCompany = total } = this.bounds
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
    const ofPerson = [...this.#running, ...this.#waiting].filter((entry) => entry.owner.person === person)
    return Math.max(this.#round, ...ofPerson.map((entry) => entry.round + 1))
  }
}
