import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Marked } from 'marked'
import type { Plugin } from 'vite'

const DOCS = resolve(import.meta.dirname, '../../docs')
const SOURCE = join(DOCS, '使用指南.md')
const PICTURES = join(DOCS, 'pictures')

const STYLE = `:root { color: #1b1f20; font: 15px/1.75 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif }
body { max-width: 800px; margin: 0 auto; padding: 24px 16px 64px }
h1 { font-size: 24px } h2 { margin-top: 48px; font-size: 20px } h3 { margin-top: 32px; font-size: 16px }
img { display: block; max-width: 100%; max-height: 640px; margin: 16px 0; border: 1px solid #e6e7e3; border-radius: 4px }
code { padding: 1px 4px; border-radius: 3px; background: #f1f2ef }
a { color: #0b6470 }
@media print { body { padding: 0 } h2, h3 { break-after: avoid } img { break-inside: avoid } }
`

/** Renders the guide with heading ids, so that the table of contents can link to chapters. */
async function render(): Promise<string> {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${text}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      image: ({ href, text }) => `<img src="${href}" alt="${text}" loading="lazy">`,
    },
  })
  const content = await marked.parse(await readFile(SOURCE, 'utf8'))
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>使用指南 - 片账</title>
<link rel="icon" href="/logo.svg">
<link rel="stylesheet" href="guide.css">
</head>
<body><main>
${content}</main></body>
</html>
`
}

/** The user guide of docs/ as a page beside the product: `/guide/index.html`, with its pictures. */
export function guide(): Plugin {
  const files = async (): Promise<Map<string, string | Buffer>> => {
    const names = await readdir(PICTURES).catch(() => [])
    const pictures = await Promise.all(
      names.map(async (name) => [`pictures/${name}`, await readFile(join(PICTURES, name))] as const),
    )
    return new Map<string, string | Buffer>([
      ['index.html', await render()],
      ['guide.css', STYLE],
      ...pictures,
    ])
  }
  return {
    name: 'guide',
    configureServer(server) {
      server.middlewares.use('/guide/', async (request, response, next) => {
        const found = (await files()).get((request.url ?? '').replace(/^\/|\?.*$/g, ''))
        if (found === undefined) return next()
        response.end(found)
      })
    },
    async generateBundle() {
      for (const [name, source] of await files())
        this.emitFile({ type: 'asset', fileName: `guide/${name}`, source })
    },
  }
}
