import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SharedStrings } from './strings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-strings-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Of different lengths, up to some KB, in Chinese. */
const textOf = (index: number) => `${index}`.padEnd(index % 3_000, '字')

test('what does not fit into the pages in memory comes out of the file as it was', async () => {
  const strings = new SharedStrings(join(folder, 'x'), 2)
  const count = 3_000
  for (let index = 0; index < count; index += 1) {
    strings.add(textOf(index))
    // Also while more is added: the page that is written to is in memory.
    if (index % 500 === 0) expect(strings.get(index)).toBe(textOf(index))
  }
  // Nothing has a name there: it goes with the process.
  expect(await readdir(folder)).toEqual([])
  for (let index = 0; index < count; index += 1) expect(strings.get(index)).toBe(textOf(index))
  for (let index = count - 1; index >= 0; index -= 7) expect(strings.get(index)).toBe(textOf(index))
  expect(() => strings.get(count)).toThrow('损坏')
  strings.close()
  strings.close()
})

test('a file is made only when it is needed, and without a path all stays in memory', async () => {
  for (const path of [join(folder, 'none', 'x'), undefined]) {
    const strings = new SharedStrings(path, 2)
    for (let index = 0; index < (path ? 10 : 3_000); index += 1) strings.add(textOf(index))
    expect(strings.get(9)).toBe(textOf(9))
    strings.close()
  }
  const strings = new SharedStrings(join(folder, 'none', 'x'), 2)
  expect(() => {
    for (let index = 0; index < 3_000; index += 1) strings.add(textOf(index))
  }).toThrow('ENOENT')
})
