import { execFile } from 'node:child_process'
import { copyFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { installed } from '../../machines/programs.ts'
import { exampleWith } from '../../servers/example.ts'
import { FROM, failLogins } from './failed-logins.ts'

const what = 'the examples for fail2ban on a real log'
const ready = installed(what, { 'fail2ban-regex': 'fail2ban' })
const FILTER = fileURLToPath(new URL('../../../../../docs/examples/fail2ban-filter.conf', import.meta.url))
const run = promisify(execFile)

test.skipIf(!ready)(what, async () => {
  const { log, text, end } = await failLogins()
  const args = ['--usedns', 'no', '--encoding', 'utf-8', '--out', 'row', log, FILTER]
  const { stdout } = await run('fail2ban-regex', args)
  const found = [...stdout.matchAll(/^\['(.+?)',\s*(\d+)/gm)].map(([, address, seconds]) => [
    address,
    Number(seconds),
  ])
  const times = text.split('\n').map((line) => Math.floor(Date.parse(line.split(' ')[0] ?? '') / 1000))
  const { wrongPassword, unknownPhone, wrongCaptcha, locked, hostile } = FROM
  const addresses = [wrongPassword, unknownPhone, wrongCaptcha, ...Array(6).fill(locked), hostile]
  expect(found).toEqual(addresses.map((address, at) => [address, times[at]]))

  const folder = await mkdtemp(join(tmpdir(), 'pianzhang-fail2ban-'))
  await cp('/etc/fail2ban', folder, { recursive: true })
  await copyFile(FILTER, join(folder, 'filter.d/pianzhang.conf'))
  const jail = exampleWith('fail2ban-jail.conf', [[/^logpath = .*$/m, `logpath = ${log}`]])
  await writeFile(join(folder, 'jail.d/pianzhang.conf'), jail)
  expect((await run('fail2ban-client', ['-c', folder, '-t'])).stdout).toContain(
    'configuration test is successful',
  )
  await rm(folder, { recursive: true })
  await end()
})
