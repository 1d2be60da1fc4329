import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type tar from 'tar-stream'
import { CLOSING, type Closing, SUMS } from './manifest.ts'

/** The checksums of so many entries are one entry: of a backup that breaks off, no more files than these cannot be told from damaged ones. */
const SUMS_AT_ONCE = 100
/** Of every entry. With the time of the backup in it, no chunk of a program that removes what is there already would be as it was. */
const SAME = { mode: 0o600, mtime: new Date('2000-01-01T00:00:00Z') }

/** Writes the entries of a backup, each with its checksum. */
export class Entries {
  readonly #pack: tar.Pack
  #sums: string[] = []
  #parts = 0

  constructor(pack: tar.Pack) {
    this.#pack = pack
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.#write(name, content)
    await this.#note(name, createHash('sha256').update(content).digest('hex'))
  }

  async addStream(name: string, size: number, content: Readable): Promise<void> {
    const hash = createHash('sha256')
    const hashed = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(content, hashed, this.#pack.entry({ name, size, ...SAME }) as never)
    await this.#note(name, hash.digest('hex'))
  }

  /** Writes the checksums of the entries since the last time. */
  async writeSums(): Promise<void> {
    if (this.#sums.length === 0) return
    this.#parts += 1
    const name = `${SUMS}${String(this.#parts).padStart(6, '0')}`
    await this.#write(name, Buffer.from(this.#sums.join('')))
    this.#sums = []
  }

  /** Writes the last entries and ends the archive. */
  async finish(closing: Closing): Promise<void> {
    await this.writeSums()
    await this.#write(CLOSING, Buffer.from(JSON.stringify(closing)))
    this.#pack.finalize()
  }

  async #note(name: string, sum: string): Promise<void> {
    this.#sums.push(`${sum}  ${name}\n`)
    if (this.#sums.length >= SUMS_AT_ONCE) await this.writeSums()
  }

  async #write(name: string, content: Buffer): Promise<void> {
    const entry = this.#pack.entry({ name, size: content.length, ...SAME })
    entry.end(content)
    await once(entry, 'finish')
  }
}
