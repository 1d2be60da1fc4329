export interface FormPart {
  name: string
  content: Buffer
}

/** The parts of a multipart body (RFC 7578), in their order. */
export function readParts(contentType: string, body: Buffer): FormPart[] {
  const [, boundary = ''] = /boundary="?([^";]+)/.exec(contentType) ?? []
  const parts: FormPart[] = []
  const mark = `--${boundary}`
  for (let at = body.indexOf(mark); at >= 0; ) {
    const start = at + mark.length + 2
    const next = body.indexOf(`\r\n${mark}`, start)
    if (next < 0) break
    const part = body.subarray(start, next)
    const split = part.indexOf('\r\n\r\n')
    const [, name = ''] = /name="([^"]*)"/.exec(part.subarray(0, split).toString()) ?? []
    parts.push({ name, content: Buffer.from(part.subarray(split + 4)) })
    at = next + 2
  }
  return parts
}
