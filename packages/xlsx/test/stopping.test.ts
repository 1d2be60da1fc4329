import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSheet } from '../src/index.ts'
import { collect, outcome, withFile } from './sheets.ts'
import { changedPart, makeBook, makeZip } from './zip.ts'

const ROW = '<row r="1"><c r="A1"><v>1</v></c></row>'

describe('stopping', () => {
  const many = makeBook({
    sheet: Array.from({ length: 20_000 }, (_, i) => `<row><c><v>${i}</v></c></row>`).join(''),
  })

  test('time, rows and the caller', async () => {
    expect(await outcome(many, { timeMs: -1 })).toBe('timeout')
    expect(await outcome(many, { rows: 19_999 })).toBe('too_many_rows')
    expect(await outcome(many, { signal: AbortSignal.abort() })).toBe('aborted')
  })

  test('a signal in the middle', async () => {
    const stop = new AbortController()
    await withFile(many, async (path) => {
      const reading = (async () => {
        for await (const _ of readSheet(path, { signal: stop.signal })) stop.abort()
      })()
      await expect(reading).rejects.toMatchObject({ reason: 'aborted' })
    })
  })

  test.runIf(process.platform === 'linux')(
    'a reader who leaves early, and one who meets an error, close the file',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
      const openFiles = async () => {
        const links = await readdir('/proc/self/fd').then((fds) =>
          Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))),
        )
        return links.filter((link) => link.startsWith(join(tmpdir(), 'sheet-')))
      }
      try {
        await withFile(many, async (path) => {
          for await (const row of readSheet(path)) if (row.line === 5) break
          expect(await openFiles()).toEqual([])
        })
        await withFile(many.subarray(0, -100), async (path) => {
          await collect(readSheet(path)).catch(() => {})
          expect(await openFiles()).toEqual([])
        })
        await withFile(
          makeZip(changedPart(ROW, 'xl/worksheets/sheet1.xml', { lie: { crc: 1 } })),
          async (path) => {
            await collect(readSheet(path)).catch(() => {})
            expect(await openFiles()).toEqual([])
          },
        )
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )
})
