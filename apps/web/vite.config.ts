import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { guide } from './guide.ts'
import { leanLibraries } from './lean-libraries.ts'
import { publicPages } from './public-pages.ts'
import { stages } from './stages.ts'

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/
const SMALLEST = 1024

/** Writes `.br` and `.gz` beside every text file once, at build time, so that the server only picks one. */
function precompress(): Plugin {
  let out = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => [])
      for (const file of files.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))) {
        const path = join(file.parentPath, file.name)
        const bytes = await readFile(path)
        if (bytes.length < SMALLEST) continue
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        }
        await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }))
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  plugins: [leanLibraries(), react(), guide(), publicPages(), stages(), precompress()],
  // No changeOrigin: the server compares Origin with the Host it sees, and both must be the dev server's.
  server: { proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT || 3000}` } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 800,
    // Every browser that antd supports also supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'study.html', 'about.html'],
    },
  },
})
