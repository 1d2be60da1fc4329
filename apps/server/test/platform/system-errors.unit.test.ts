import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorText, reasonOf } from '../../src/platform/system-errors.ts'
import { parseWritten } from '../../src/platform/written-json.ts'

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

test('an error is Chinese, with what developers need; one that is Chinese stays as it is', async () => {
  const missing = await readFile('/nowhere/x').catch((error: unknown) => error)
  expect(errorText(missing)).toBe(
    "文件或文件夹不存在（ENOENT: no such file or directory, open '/nowhere/x'）",
  )
  expect(reasonOf(missing)).toBe('文件或文件夹不存在（ENOENT）')
  expect(errorText(coded('EPIPE', 'write EPIPE'))).toBe('接收输出的程序已结束（write EPIPE）')
  expect(errorText(coded('Z_BUF_ERROR', 'unexpected end of file'))).toBe(
    '文件不完整，末尾缺少内容（unexpected end of file，Z_BUF_ERROR）',
  )
  // Of Node's connections to several addresses: no message.
  expect(errorText(coded('ECONNREFUSED', ''))).toBe('该地址没有程序在运行，请检查主机和端口（ECONNREFUSED）')
  expect(errorText(coded('23505', 'duplicate key'))).toBe('程序出错（duplicate key，23505）')
  expect(errorText(new TypeError('x is undefined'))).toBe('程序出错（x is undefined）')
  expect(errorText(coded('ENOSPC', '没有写入：磁盘满'))).toBe('没有写入：磁盘满')
})

test.each([
  ['{\n  "a": 1,\n}', '不是有效的 JSON：第 3 行第 1 个字符处有误'],
  ['{"a": “x”}', '不是有效的 JSON：不能有字符 “，引号、逗号和括号须为英文的'],
  ['{"a": 1', /^不是有效的 JSON：(内容不完整|第 1 行第 8 个字符处有误)/],
  ['', '不是有效的 JSON：内容不完整'],
])('broken JSON %j says where', (text, expected) => {
  expect(() => parseWritten(text)).toThrow(expected)
})

test('a byte order mark is no mistake', () => expect(parseWritten('\uFEFF{"a":1}')).toEqual({ a: 1 }))
