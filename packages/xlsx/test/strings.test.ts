import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SharedStrings } from '../src/strings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-strings-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Chinese texts of up to some KB. */
const textOf = (index: number) => `${index}`.padEnd(index % 3_000, '字')

test('strings beyond the pages in memory are read back from the file unchanged', async () => {
  const strings = new SharedStrings(join(folder, 'x'), 2)
  const count = 3_000
  for (let index = 0; index < count; index += 1) {
    strings.add(textOf(index))
    // Also between writes, while the last page is in memory.
    if (index % 500 === 0) expect(strings.get(index)).toBe(textOf(index))
  }
  // The temp file is unlinked, so it disappears with the process.
  expect(await readdir(folder)).toEqual([])
  for (let index = 0; index < count; index += 1) expect(strings.get(index)).toBe(textOf(index))
  for (let index = count - 1; index >= 0; index -= 7) expect(strings.get(index)).toBe(textOf(index))
  expect(() => strings.get(count)).toThrow('corrupt')
  strings.close()
  strings.close()
})

test('the file is created only when needed; without a path all stays in memory', async () => {
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
