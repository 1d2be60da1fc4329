import { UPLOAD_LIMIT } from '@pianzhang/contract/attachments'
import { Failure } from '../../platform/errors.ts'

/** Counts are of this process: several processes take as many each. */
export const UPLOAD_BOUNDS = {
  /** Uploads of one address that have not shown a token yet: only their fields are read, nothing is written. */
  unknownOfAddress: 100,
  /** Uploads of one address with a token: a company of fifty behind one router, each with a page that sends 4 at once. */
  ofAddress: 200,
  /** Uploads of one person: five tabs that send 4 each. */
  ofPerson: 20,
  /** Bytes that these may still write: twenty of the largest pictures, or four of the largest spreadsheets. */
  bytesOfPerson: 20 * UPLOAD_LIMIT,
  /** Token and key come with the first kilobyte; an upload without them is cut off after this. */
  tokenMs: 30_000,
  /** One that sends nothing for so long is cut off; the whole of it has REQUEST_TIMEOUT_MS (platform/http.ts). */
  stallMs: 60_000,
}
export type UploadBounds = typeof UPLOAD_BOUNDS

const RETRY_AFTER_S = 5

/** Sums by key; one that falls to zero is forgotten. */
class Sums {
  readonly #sums = new Map<string, number>()

  /** False, and nothing is added, where it would be more than `most`. */
  add(key: string, amount: number, most: number): boolean {
    const sum = (this.#sums.get(key) ?? 0) + amount
    if (sum > most) return false
    this.#sums.set(key, sum)
    return true
  }

  take(key: string, amount: number): void {
    const sum = (this.#sums.get(key) ?? 0) - amount
    if (sum > 0) this.#sums.set(key, sum)
    else this.#sums.delete(key)
  }
}

/** The slot of one upload among those under way. Whoever opened it releases it, however the upload ends. */
export interface UploadSlot {
  /** The token is genuine: counts for this person from now on, with the bytes that may come. Throws 429. */
  admit(userId: bigint, bytes: number): void
  release(): void
}

export class UploadSlots {
  readonly bounds: UploadBounds
  readonly #unknown = new Sums()
  readonly #addresses = new Sums()
  readonly #people = new Sums()
  readonly #bytes = new Sums()

  constructor(bounds: UploadBounds) {
    this.bounds = bounds
  }

  /** Before anything of the body is read. Throws 429. */
  open(address: string): UploadSlot {
    const { bounds } = this
    const held: (() => void)[] = []
    const hold = (sums: Sums, key: string, amount: number, most: number, message: string) => {
      if (!sums.add(key, amount, most)) throw tooMany(message)
      held.push(() => sums.take(key, amount))
    }
    const release = () => {
      for (const give of held.splice(0)) give()
    }
    hold(this.#unknown, address, 1, bounds.unknownOfAddress, CROWDED)
    return {
      release,
      // What is refused here keeps what it got, the slot of an unknown one too: it is read to its end, so that the sender hears of it.
      admit: (userId, bytes) => {
        const person = String(userId)
        hold(this.#addresses, address, 1, bounds.ofAddress, CROWDED)
        hold(this.#people, person, 1, bounds.ofPerson, BUSY)
        hold(this.#bytes, person, bytes, bounds.bytesOfPerson, BUSY)
        held.shift()?.()
      },
    }
  }
}

const CROWDED = '当前网络同时上传的文件过多，请稍后再试'
const BUSY = '您同时上传的文件过多，请等其中几个上传完成后再试'

const tooMany = (message: string) =>
  new Failure('tooMany', message, [], { 'Retry-After': String(RETRY_AFTER_S) })
