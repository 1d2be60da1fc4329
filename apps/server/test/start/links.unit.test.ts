import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './release.ts'

const PAGES = ['README.md', 'ARCHITECTURE.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The anchors that GitHub makes of a page's headings. */
const anchorsOf = (text: string): string[] =>
  [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link of a page leads to a file that is there, and to a heading of it', () => {
  const broken = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
      ([link, path, anchor]) => {
        const file = path ? join(dirname(page), path) : page
        if (!existsSync(join(ROOT, file))) return [`${page}: ${link}`]
        return anchor && !anchorsOf(read(file)).includes(anchor) ? [`${page}: ${link}`] : []
      },
    ),
  )
  expect(broken).toEqual([])
})

test('every operators’ page that the program or its tests name is there', () => {
  const files = ['apps/*/src', 'apps/*/test', 'deploy', 'packages/*/src'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,mjs,sh,yaml,env,service,conf}`, { cwd: ROOT }),
  )
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/docs\/运维\/[^\s.）'"`]+\.md/g)].map(([page]) => ({ file, page })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ page }) => !existsSync(join(ROOT, page)))).toEqual([])
})
