import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const INCLUDE = /<!--\s*include (\S+)\s*-->/g
const PACKAGE = resolve(import.meta.dirname, '../../package.json')

/**
 * Replaces each `<!-- include file -->` (path relative to the page) of the public pages by that file, and `%VERSION%` by the version. The
 * server (its platform/pages/public-pages.ts) fills `{{…}}` with the operator's data; Vite's development server shows these placeholders as
 * they are.
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
