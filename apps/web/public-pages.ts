import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const INCLUDE = /<!--\s*include (\S+)\s*-->/g
const PACKAGE = resolve(import.meta.dirname, '../../package.json')

/**
 * Puts the parts that the public pages are made of in the place of their `<!-- include file -->` (relative to the page), and the
 * version in the place of `%VERSION%`. The server fills `{{…}}`, the operator's data (its platform/pages/public-pages.ts); Vite's
 * development server shows them as they are.
 */
export function publicPages(): Plugin {
  return {
    name: 'public-pages',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string }
        let page = html
        for (const [comment, file] of html.matchAll(INCLUDE)) {
          const part = await readFile(resolve(dirname(filename), file ?? ''), 'utf8')
          page = page.replace(comment, () => part.trim())
        }
        return page.replaceAll('%VERSION%', version)
      },
    },
  }
}
