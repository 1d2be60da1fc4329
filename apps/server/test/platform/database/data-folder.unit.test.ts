import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  chooseDataDir,
  ownAccount,
  unprivileged,
} from '../../../src/platform/database/embedded-postgres/account.ts'
import { removeOldCopies } from '../../../src/platform/database/embedded-postgres/binaries.ts'
import { truncateLog } from '../../../src/platform/database/embedded-postgres/launch.ts'

const MODULE = fileURLToPath(new URL('../../../src/platform/database/embedded-postgres.ts', import.meta.url))
const asRoot = process.getuid?.() === 0

let dataDir: string
beforeEach(() => {
  // mkdtemp creates it with mode 0700, so the database's user cannot traverse it.
  dataDir = join(mkdtempSync(join(tmpdir(), 'pianzhang-pg-')), 'data')
})
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true }))

describe('the data folder', () => {
  test('is the default, the one set, or a shared one if the database user cannot enter the default', () => {
    expect(chooseDataDir({}, tmpdir())).toEqual({ dataDir: join(tmpdir(), 'data') })
    expect(chooseDataDir({ DATA_DIR: 'x' }, '/srv')).toEqual({ dataDir: '/srv/x' })
    const closed = join(dataDir, '..')
    const choice = chooseDataDir({}, closed)
    if (asRoot)
      expect(choice).toEqual({
        dataDir: '/var/lib/pianzhang',
        note: expect.stringContaining('/var/lib/pianzhang'),
      })
    else expect(choice).toEqual({ dataDir: join(closed, 'data') })
  })

  test('belongs to an unprivileged account of /etc/passwd', () => {
    expect(
      unprivileged(
        'root:x:0:0::/root:/bin/sh\ndaemon:x:1:1::/:/bin/false\nnobody:x:65534:65533::/:/bin/false\n',
      ),
    ).toEqual({ uid: 65534, gid: 65533 })
    expect(unprivileged('root:x:0:0::/:/bin/sh\nann:x:1000:1001::/:/bin/sh\n')).toEqual({
      uid: 1000,
      gid: 1001,
    })
    expect(unprivileged('root:x:0:0::/:/bin/sh\n')).toBeNull()
  })

  test('an account of its own is `pianzhang`, or a number that nobody has and the container maps', () => {
    const passwd = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n'
    const all = '         0          0 4294967295\n'
    expect(ownAccount(passwd, all)).toEqual({ uid: 61100, gid: 61100 })
    expect(ownAccount(`${passwd}ann:x:61100:1::/:/bin/sh\n`, all)).toEqual({ uid: 61101, gid: 61101 })
    expect(ownAccount(`${passwd}pianzhang:x:990:991::/:/bin/sh\n`, all)).toEqual({ uid: 990, gid: 991 })
    expect(ownAccount(passwd, '0 1000 1\n1 100000 65536\n')).toEqual({ uid: 61100, gid: 61100 })
    expect(ownAccount(passwd, '0 1000 1\n')).toBeNull()
  })

  test('keeps no unfinished copies of the programs, and none of other versions', () => {
    const copies = join(dataDir, 'postgres-bin')
    for (const name of ['18.1.0', '17.5.0', '.new-killed', '.new-now'])
      mkdirSync(join(copies, name, 'bin'), { recursive: true })
    utimesSync(join(copies, '.new-killed'), new Date(0), new Date(0))
    removeOldCopies(copies, null)
    expect(readdirSync(copies).sort()).toEqual(['.new-now', '17.5.0', '18.1.0'])
    removeOldCopies(copies, '18.1.0')
    expect(readdirSync(copies).sort()).toEqual(['.new-now', '18.1.0'])
  })

  test("PostgreSQL's log is shortened while it is open", () => {
    mkdirSync(dataDir)
    const path = join(dataDir, 'postgres.log')
    const file = openSync(path, 'a', 0o600)
    writeSync(file, 'long ago\n')
    truncateLog(path, 100)
    expect(readdirSync(dataDir)).toEqual(['postgres.log'])
    truncateLog(path, 5)
    writeSync(file, 'now\n')
    closeSync(file)
    expect(
      ['postgres.log', 'postgres.log.1'].map((name) => readFileSync(join(dataDir, name), 'utf8')),
    ).toEqual(['now\n', 'long ago\n'])
  })

  test('without a package for the platform the error names DATABASE_URL', () => {
    const code = `Object.defineProperty(process, 'arch', { value: 'mips' }); const { findBinaries } = await import(${JSON.stringify(MODULE.replace('.ts', '/binaries.ts'))}); findBinaries('/tmp', null)`
    const result = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
    expect(result.stderr).toMatch(/不支持此平台[\s\S]*DATABASE_URL/)
  })
})
