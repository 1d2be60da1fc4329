import { SheetError } from './errors.ts'

/** Limits of reading one file. */
export interface SheetLimits {
  /** Bytes of all parts after unpacking, both as declared and as counted. */
  unpackedBytes: number
  /** Entries in the zip directory. */
  parts: number
  /** The highest row number. */
  rows: number
  /** Columns read; cells further right are ignored. */
  columns: number
  /** Characters in one cell. */
  cellLength: number
  /** Nesting of XML elements. */
  depth: number
  /** Strings in the shared table. */
  sharedStrings: number
  /** Milliseconds that the reader itself may work, without the consumer's time per row. */
  timeMs: number
  signal: AbortSignal | undefined
  /**
   * Path for a temp file that takes large shared strings; it is unlinked at once. Undefined: they stay in memory.
   */
  tempPath: string | undefined
}

export const SHEET_LIMITS: SheetLimits = {
  unpackedBytes: 256 * 1024 * 1024,
  parts: 10_000,
  rows: 1_048_576,
  columns: 200,
  cellLength: 32_767,
  depth: 64,
  sharedStrings: 5_000_000,
  timeMs: 120_000,
  signal: undefined,
  tempPath: undefined,
}

/** Counts bytes and working time of one reading, and throws when a limit is exceeded. */
export class Meter {
  readonly limits: SheetLimits
  #bytes = 0
  #worked = 0
  #since = performance.now()

  constructor(limits: Partial<SheetLimits>) {
    const given = Object.entries(limits).filter(([, value]) => value !== undefined)
    this.limits = { ...SHEET_LIMITS, ...Object.fromEntries(given) }
  }

  /** Adds unpacked bytes. Throws `too_large`, `timeout` or `aborted`. */
  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.limits.unpackedBytes) throw tooLarge(this.limits)
    this.check()
  }

  check(): void {
    if (this.limits.signal?.aborted) {
      throw new SheetError('aborted', { cause: this.limits.signal.reason })
    }
    if (this.#worked + performance.now() - this.#since > this.limits.timeMs) throw new SheetError('timeout')
  }

  /** Stops the clock while the consumer works. */
  pause(): void {
    this.#worked += performance.now() - this.#since
  }

  resume(): void {
    this.#since = performance.now()
  }
}

export function tooLarge(limits: SheetLimits): SheetError {
  return new SheetError('too_large', { limit: limits.unpackedBytes })
}
