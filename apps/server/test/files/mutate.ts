import { inflateRawSync } from 'node:zlib'
import type { Random } from '../../src/start/demo/random.ts'
import { makeZip, type TestPart } from './zip.ts'

/** Reads all entries of a valid zip by its central directory (APPNOTE 4.3.12). */
export function partsOf(zip: Buffer): TestPart[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const parts: TestPart[] = []
  let offset = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((field) =>
      field === 20 ? zip.readUInt32LE(offset + field) : zip.readUInt16LE(offset + field),
    ) as [number, number, number, number]
    const local = zip.readUInt32LE(offset + 42)
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(data, data + size)
    parts.push({
      name: zip.toString('utf8', offset + 46, offset + 46 + name),
      data: zip.readUInt16LE(offset + 10) === 0 ? packed : inflateRawSync(packed),
    })
    offset += 46 + name + extra + comment
  }
  return parts
}

export interface Mutant {
  kind: string
  bytes: Buffer
  /** Whether its cells are unchanged: then an import, if accepted, must write the same as the original. */
  same: boolean
}

type Mutation = (good: Buffer, random: Random) => Omit<Mutant, 'kind'>

const MUTATIONS: Record<string, Mutation> = {
  // Checksums cover the entries, so a file that can still be read has the original cells.
  'bytes flipped': (good, random) => {
    const bytes = Buffer.from(good)
    for (let hits = random.int(1, 4); hits > 0; hits -= 1)
      bytes[random.int(0, bytes.length - 1)] = random.int(0, 255)
    return { bytes, same: true }
  },
  'bytes of the directory flipped': (good, random) => {
    const bytes = Buffer.from(good)
    for (let hits = random.int(1, 3); hits > 0; hits -= 1)
      bytes[bytes.length - random.int(1, Math.min(800, bytes.length))] = random.int(0, 255)
    return { bytes, same: true }
  },
  'cut off': (good, random) => ({ bytes: good.subarray(0, random.int(0, good.length - 1)), same: true }),
  'a piece missing': (good, random) => {
    const from = random.int(0, good.length - 1)
    return {
      bytes: Buffer.concat([good.subarray(0, from), good.subarray(from + random.int(1, 64))]),
      same: true,
    }
  },
  'a piece twice': (good, random) => {
    const from = random.int(0, good.length - 1)
    const to = Math.min(good.length, from + random.int(1, 300))
    return { bytes: Buffer.concat([good.subarray(0, to), good.subarray(from)]), same: true }
  },
  'parts in another order': (good, random) => ({
    bytes: makeZip(partsOf(good).toSorted(() => (random.chance(0.5) ? 1 : -1))),
    same: true,
  }),
  'parts under each other’s names': (good, random) => {
    const parts = partsOf(good)
    const [a, b] = [random.pick(parts), random.pick(parts)]
    const swapped = parts.map((part) =>
      part === a ? { ...a, data: b.data } : part === b ? { ...b, data: a.data } : part,
    )
    return { bytes: makeZip(swapped), same: a === b }
  },
  'a part missing': (good, random) => {
    const parts = partsOf(good)
    const gone = random.pick(parts)
    return { bytes: makeZip(parts.filter((part) => part !== gone)), same: false }
  },
  'XML edited': (good, random) => {
    const parts = partsOf(good)
    // Mostly in the parts with cells: edits of other parts mostly make the file unreadable or have no effect.
    const cells = parts.filter(({ name }) => /sheet1|sharedStrings/.test(name))
    const victim = random.pick(random.chance(0.7) ? cells : parts)
    const data = editXml(victim.data.toString(), random)
    return { bytes: makeZip(parts.map((part) => (part === victim ? { ...part, data } : part))), same: false }
  },
}

/** Damages a valid spreadsheet in a random way. */
export function mutant(good: Buffer, random: Random): Mutant {
  // Half of the mutations edit the XML, where most of the reader's code is.
  const kind = random.chance(0.5) ? 'XML edited' : random.pick(Object.keys(MUTATIONS))
  return { kind, ...(MUTATIONS[kind] as Mutation)(good, random) }
}

/** One to three random edits: tags removed, repeated or swapped, attributes or values replaced. */
function editXml(xml: string, random: Random): string {
  let text = xml
  for (let edits = random.int(1, 3); edits > 0; edits -= 1) {
    const tags = [...text.matchAll(/<[^>]*>/g)]
    if (tags.length === 0) return text
    const [a, b] = [random.pick(tags), random.pick(tags)]
    const at = random.int(0, text.length - 1)
    const cut = (from: number, to: number, put: string) => text.slice(0, from) + put + text.slice(to)
    text = random.pick([
      () => cut(a.index, a.index + a[0].length, ''),
      () => cut(a.index, a.index, a[0]),
      () => cut(a.index, a.index + a[0].length, b[0]),
      () => cut(at, at + random.int(1, 20), ''),
      () =>
        cut(
          at,
          at,
          random.pick(['<', '>', '&', '"', ']]>', '&#0;', '\0', '\ud800', '<!--', '<![CDATA[', 'é']),
        ),
      () => cut(a.index, a.index + a[0].length, a[0].replace(/ [\w:]+="[^"]*"/, '')),
      () => cut(a.index, a.index + a[0].length, a[0].replace(/"[^"]*"/, `"${random.int(-5, 99_999)}"`)),
      () =>
        text.replace(
          /<v>[^<]*<\/v>/,
          `<v>${random.pick(['1e999', '-0', '', 'x', '99999999999999999999', '0.1'])}</v>`,
        ),
      () =>
        text.replace(/ t="\w+"/, ` t="${random.pick(['s', 'n', 'b', 'e', 'd', 'str', 'inlineStr', 'zz'])}"`),
    ])()
  }
  return text
}
