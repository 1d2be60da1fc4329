import { UPLOAD_LIMIT } from '@pianzhang/contract/attachments'
import { Failure } from '../../../platform/http/errors.ts'
import { networkOf } from '../../../platform/http/server/network.ts'

/** Limits per process: several server processes allow as many each. */
export const UPLOAD_BOUNDS = {
  /** Uploads of one address before their token was checked: only fields are read, nothing is written. */
  unknownOfAddress: 100,
  /** Uploads of one address with a token: a company of fifty behind one router, each with a page that sends 4 at once. */
  ofAddress: 200,
  /** Uploads of one person: five tabs that send 4 each. */
  ofPerson: 20,
  /** Bytes that a person's uploads may write: twenty of the largest pictures, or four of the largest spreadsheets. */
  bytesOfPerson: 20 * UPLOAD_LIMIT,
  /** Token and key come with the first kilobyte; an upload without them is cut off after this. */
  tokenMs: 30_000,
  /** An upload that sends nothing for this long is cut off; a whole request is limited by `requestTimeout` (platform/http/server/http.ts). */
  stallMs: 60_000,
}
export type UploadBounds = typeof UPLOAD_BOUNDS

const RETRY_AFTER_S = 5

/** Sums by key; entries at zero are deleted. */
class Sums {
  readonly #sums = new Map<string, number>()

  /** Returns false and adds nothing if the sum would exceed `most`. */
  add(key: string, amount: number, most: number): boolean {
    const sum = (this.#sums.get(key) ?? 0) + amount
    if (sum > most) return false
    this.#sums.set(key, sum)
    return true
  }

  subtract(key: string, amount: number): void {
    const sum = (this.#sums.get(key) ?? 0) - amount
    if (sum > 0) this.#sums.set(key, sum)
    else this.#sums.delete(key)
  }
}

/** One running upload's share of the limits. The opener must release it, however the upload ends. */
export interface UploadSlot {
  /** Call once the token is verified: counts the upload and its maximal bytes for the person. Throws 429. */
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

  /** Counts an upload before its body is read. Throws 429. */
  open(address: string): UploadSlot {
    const { bounds } = this
    const network = networkOf(address)
    const held: (() => void)[] = []
    const hold = (sums: Sums, key: string, amount: number, most: number, message: string) => {
      if (!sums.add(key, amount, most)) throw tooMany(message)
      held.push(() => sums.subtract(key, amount))
    }
    const release = () => {
      for (const undo of held.splice(0)) undo()
    }
    hold(this.#unknown, network, 1, bounds.unknownOfAddress, CROWDED)
    return {
      release,
      // If `hold` refuses the upload, it stays counted as unknown until `release`: its body is still read, so that the sender gets the answer.
      admit: (userId, bytes) => {
        const person = String(userId)
        hold(this.#addresses, network, 1, bounds.ofAddress, CROWDED)
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
