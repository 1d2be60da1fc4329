/** What files are by their first bytes. */

export const isPdf = (head: Buffer) => head.subarray(0, 5).toString('latin1') === '%PDF-'
export const isZip = (head: Buffer) => head.subarray(0, 4).toString('latin1') === 'PK\x03\x04'

const XML_BEGINS = /^\ufeff?\s*<[?!A-Za-z_]/

/** True also for UTF-16, so that the XML reader can refuse it with a message. */
export function looksLikeXml(head: Buffer): boolean {
  const [a, b] = head
  const even = head.subarray(0, head.length & ~1)
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return XML_BEGINS.test(even.toString('utf16le'))
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c))
    return XML_BEGINS.test(Buffer.from(even).swap16().toString('utf16le'))
  return XML_BEGINS.test(head.toString('utf8'))
}
