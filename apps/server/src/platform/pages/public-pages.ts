import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { today } from '@pianzhang/contract/calendar'
import type { FastifyInstance } from 'fastify'
import { fill } from './fill.ts'
import type { SiteSettings } from './site.ts'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

interface Filled {
  year: string
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** `/study` and `/about`: what a visitor reads without a login or JavaScript. */
export const PUBLIC_PAGES = ['study', 'about'] as const

/**
 * Serves the built templates of these pages, filled with the site's settings and compressed at the first request of each year, which the ©
 * names.
 */
export function registerPublicPages(
  app: FastifyInstance,
  {
    folder,
    headers,
    site,
    clock,
  }: {
    folder: string
    headers: Record<string, string>
    site: SiteSettings
    clock: () => Date
  },
): void {
  for (const name of PUBLIC_PAGES) {
    let current: Promise<Filled> | undefined
    let filledYear = ''
    const latest = (year: string): Promise<Filled> => {
      if (current && filledYear === year) return current
      filledYear = year
      current = make(`${folder}${name}.html`, site, year)
      current.catch(() => {
        current = undefined
      })
      return current
    }
    for (const url of [`/${name}`, `/${name}/`])
      app.get(url, { schema: { hide: true } }, async (request, reply) => {
        const page = await latest(today(clock()).slice(0, 4))
        reply.headers({ ...headers, ETag: page.etag, Vary: 'Accept-Encoding' })
        if (request.headers['if-none-match'] === page.etag) return reply.status(304).send()
        const encoding = encodingOf(request.headers['accept-encoding'])
        if (encoding) reply.header('Content-Encoding', encoding)
        return reply.type('text/html; charset=utf-8').send(page[encoding ?? 'plain'])
      })
  }
}

async function make(file: string, site: SiteSettings, year: string): Promise<Filled> {
  const { company, hotline, icp, police, address, email, products, partners } = site
  const texts = { company, hotline, icp, police, address, email, year }
  const html = fill(await readFile(file, 'utf8'), {
    ...texts,
    // The number that a telephone dials: without spaces and without the extension, which people dial by hand.
    telephone: hotline.replace(/转.*$/, '').replace(/[^\d+]/g, ''),
    products: products.map(({ name, url }) => ({ name, url })),
    partners: partners.map(({ name, image }) => ({ name, image, unpictured: image ? '' : name })),
    // Sections that appear once if the list is not empty.
    has_products: products.length > 0 ? 'yes' : '',
    has_partners: partners.length > 0 ? 'yes' : '',
  })
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([compressors.br(plain), compressors.gzip(plain)])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { year, etag, plain, br, gzip: gz }
}

/** The best encoding that the browser accepts; one with `q=0` is refused by it. */
function encodingOf(accepted: string | undefined): 'br' | 'gzip' | undefined {
  const names = (accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding))
}
