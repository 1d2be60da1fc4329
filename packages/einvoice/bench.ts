// `node packages/einvoice/bench.ts [pictures]`: milliseconds for an original, and how many QR codes are found in photographs.

import { parseInvoiceCode } from './src/index.ts'
import { readQrCodes } from './src/qr.ts'
import { readOriginal } from './src/read.ts'
import { eInvoice, makeOfd } from './test/originals.ts'
import { formRuns } from './test/pdf/form.ts'
import { makePdf } from './test/pdf/make-pdf.ts'
import { photograph } from './test/photograph.ts'
import { formSvg } from './test/qr.ts'

const ORIGINALS = {
  xml: Buffer.from(eInvoice()),
  ofd: makeOfd(),
  pdf: makePdf({ pages: [{ runs: formRuns() }] }),
}
const ROUNDS = 50

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!
const ms = (value: number) => `${value.toFixed(1)} ms`

async function timed<T>(work: () => Promise<T>): Promise<[result: T, took: number]> {
  const start = performance.now()
  const result = await work()
  return [result, performance.now() - start]
}

for (const [kind, bytes] of Object.entries(ORIGINALS)) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    times.push((await timed(() => readOriginal(bytes, `invoice.${kind}`)))[1])
  console.log(`${kind}: the first ${ms(times[0]!)}, then ${ms(median(times.slice(1)))}`)
}

const count = Number(process.argv[2] ?? 100)
const times: number[] = []
let found = 0
for (let n = 0; n < count; n += 1) {
  const number = String(26_000_000_000_000_000_000n + BigInt(n * 7_919))
  // From -10° to 10°, more and less blurred, from the left and from the right.
  const shot = { angle: ((n * 37) % 201) / 10 - 10, blur: 0.5 + (n % 9) / 10, shear: ((n % 13) - 6) / 100 }
  const form = await formSvg(`01,32,,${number},${n}.50,20261102,,A1B2`)
  const picture = await photograph(form, { ...shot, quality: 50, width: 1_600 })
  const [texts, took] = await timed(() => readQrCodes(picture))
  times.push(took)
  if (texts.some((text) => parseInvoiceCode(text)?.invoice_number === number)) found += 1
}
console.log(
  `QR codes found in ${found} of ${count} photographs, ${ms(median(times))} each, at most ${ms(Math.max(...times))}`,
)
