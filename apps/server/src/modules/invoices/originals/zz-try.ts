import { deflateSync, deflateRawSync, constants, crc32 } from 'node:zlib'
import { assemble, makePdf } from './pdf/testing.ts'
import { readPdf } from './pdf/read.ts'
const MB = 1024*1024
const stream = (dict: string, data: Buffer) => Buffer.concat([Buffer.from(`<< ${dict} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')])
// zlib stream of n x block
function big(head: string, block: Buffer, times: number, tail=''): Buffer {
  const piece = (d: Buffer, last=false) => deflateRawSync(d, { level: 9, finishFlush: last ? constants.Z_FINISH : constants.Z_FULL_FLUSH })
  const rep = piece(block)
  return Buffer.concat([Buffer.from([0x78,0xda]), piece(Buffer.from(head)), ...Array(times).fill(rep), piece(Buffer.from(tail), true), Buffer.alloc(4)])
}
const page = (contents: Buffer|string, resources='', more = new Map()) => assemble(new Map<number, any>([
 [1,'<< /Type /Catalog /Pages 2 0 R >>'],[2,'<< /Type /Pages /Count 1 /Kids [10 0 R] >>'],
 [10,`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Resources << /Font << /F1 3 0 R >> ${resources} >> /Contents 11 0 R >>`],
 [3,'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
 [11, contents], ...more]))
const cases: Record<string, () => Buffer> = {
  'content 1GB spaces': () => page(stream('/Filter /FlateDecode', big('', Buffer.alloc(MB, ' '), 1024))),
  'content 256MB text ops': () => page(stream('/Filter /FlateDecode', big('BT /F1 9 Tf 10 10 Td ', Buffer.from('(abc) Tj '.repeat(100000)), 290))),
  'content 100MB paths': () => page(stream('/Filter /FlateDecode', big('', Buffer.from('0 0 m 1 1 l S '.repeat(70000)), 100))),
  'forms 10^9': () => { const m = new Map(); for (let i=0;i<9;i++) m.set(20+i, stream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${21+i} 0 R >> /Font << /F1 3 0 R >> >>`, Buffer.from('/X Do '.repeat(10)))); m.set(29, stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> >>', Buffer.from('BT /F1 9 Tf 10 10 Td (x) Tj ET'))); return page(stream('', Buffer.from('/X Do')), '/XObject << /X 20 0 R >>', m) },
  'image 4000x4000': () => page(stream('', Buffer.from('q 9 0 0 9 0 0 cm /I Do Q')), '/XObject << /I 20 0 R >>', new Map([[20, stream('/Type /XObject /Subtype /Image /Width 4000 /Height 4000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode', big('', Buffer.alloc(MB, 7), 16))]])),
  '20 images 4000x4000': () => page(stream('', Buffer.from(Array.from({length:20},(_, i)=>`q 9 0 0 9 0 0 cm /I${i} Do Q `).join(''))), `/XObject << ${Array.from({length:20},(_, i)=>`/I${i} ${20+i} 0 R`).join(' ')} >>`, new Map(Array.from({length:20},(_, i)=>[20+i, stream('/Type /XObject /Subtype /Image /Width 4000 /Height 4000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode', big('', Buffer.alloc(MB, 7), 16))]))),
  'image 30000x30000': () => page(stream('', Buffer.from('q 9 0 0 9 0 0 cm /I Do Q')), '/XObject << /I 20 0 R >>', new Map([[20, stream('/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode', big('', Buffer.alloc(MB, 7), 900))]])),
  'page loop': () => assemble(new Map<number, any>([[1,'<< /Type /Catalog /Pages 2 0 R >>'],[2,'<< /Type /Pages /Count 1 /Kids [2 0 R] >>']])),
  'deep arrays': () => page('['.repeat(2_000_000)),
  'deep dicts': () => page('<</A '.repeat(1_000_000)),
  'filters x30': () => { let d = Buffer.alloc(1000, 'q '); for (let i=0;i<30;i++) d = deflateSync(d); return page(stream(`/Filter [${'/FlateDecode '.repeat(30)}]`, d)) },
  'tounicode 65k*n': () => makePdf({ pages: [{ runs: [{x:1,y:1,text:'中'}] }], objects: { 5: '' } }),
  'count 2^31': () => assemble(new Map<number, any>([[1,'<< /Type /Catalog /Pages 2 0 R >>'],[2,'<< /Type /Pages /Count 2147483647 /Kids [10 0 R] >>'],[10,'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] >>']])),
  'annots 100k': () => makePdf({ pages: [{ runs: [] }], page: `/Annots [${'<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >> '.repeat(100_000)}]` }),
  'openactions': () => makePdf({ pages: [{ runs: [] }], objects: { 100: '/OpenAction 9 0 R '.repeat(400_000) } }),
  'streams 500k': () => makePdf({ pages: [{ runs: [] }], objects: { 100: 'stream\nendstream\n'.repeat(500_000) } }),
  'labels': () => makePdf({ pages: [{ runs: Array.from({length: 3000}, (_, n) => ({ x: 10+(n%5)*110, y: (n*0.13)%390, text: '名称：发票号码：（小写）' })) }] }),
  'one line': () => makePdf({ pages: [{ runs: Array.from({length: 40000}, (_, n) => ({ x: (n*0.0149), y: 200, text: '号', size: 1 })) }] }),
}
const only = process.env.ONLY
for (const [name, make] of Object.entries(cases)) {
  if (only && !name.includes(only)) continue
  const bytes = make(); const t = performance.now()
  let out: string
  try { const r = await readPdf(bytes); out = `read ${r.pictures.length}` } catch (e) { out = `refused ${(e as Error).message}` }
  console.log(name, bytes.length, Math.round(performance.now() - t), 'ms', out, Math.round(process.memoryUsage().rss/MB), 'MB')
}
