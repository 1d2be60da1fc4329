import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cloneDatabase, emptyDatabase } from '../harness/database.ts'
import { COMPANY_CREATE, PASSWORD } from '../harness/first-company.ts'
import { freePorts } from '../machines/programs.ts'
import { bootMachine, canBoot, type Machine } from '../machines/systemd.ts'
import { DATA, installation, PIANZHANG } from './installation.ts'
import { makeRelease, newSecretKey, repack, signArchive, unpack } from './release.ts'

// Installs, upgrades, rolls back and uninstalls the release in one systemd container. The tests share its state and run in order.

/** A migration that older versions can work with. */
const COMPATIBLE = {
  'apps/server/migrations/9980_compatible.sql': () =>
    '-- Compatible from 0001.\ncreate table of_a_compatible_version (id int);',
}
/** A migration that no older version can work with. */
const MIGRATION = {
  'apps/server/migrations/9990_incompatible.sql': () => 'create table of_a_newer_version (id int)',
}
const FAILS_AT_ONCE = { 'apps/server/src/main.ts': () => 'process.exit(1)\n' }
const FAILS_AFTER_MIGRATING = {
  'apps/server/src/start/serve.ts': (text: string) =>
    text.replace('const { dataDir, log } = config', "throw new Error('broken after the migration')"),
}

const NEVER_READY = {
  'apps/server/src/platform/readiness.ts': (text: string) =>
    text.replace("if (rows[0]?.only !== 'off') throw", "if (rows[0]?.only === 'off') throw"),
}

const folder = mkdtempSync(join(tmpdir(), 'pianzhang-installed-'))
const booted = canBoot('the release under a systemd', folder)
let machine: Machine
let address: string
/** The first version's number, and the archives' paths on the machine. */
let first: string
const archives: Record<string, string> = {}

beforeAll(async () => {
  if (!booted) return
  chmodSync(folder, 0o755)
  const releases = join(folder, 'releases')
  mkdirSync(releases)
  const archive = makeRelease(releases)
  const unpacked = unpack(archive, join(folder, 'unpacked'))
  first = /pianzhang-(.*)-linux/.exec(basename(archive))?.[1] ?? ''
  const put = (version: string, file: string) => {
    archives[version] = `/srv/releases/${basename(file)}`
  }
  put(first, archive)
  put('90.2.0', await repack(unpacked, archive, '90.2.0', COMPATIBLE))
  put('90.3.0', await repack(unpacked, archive, '90.3.0', { ...COMPATIBLE, ...FAILS_AT_ONCE }))
  put(
    '90.4.0',
    await repack(unpacked, archive, '90.4.0', { ...COMPATIBLE, ...MIGRATION, ...FAILS_AFTER_MIGRATING }),
  )
  put('90.4.5', await repack(unpacked, archive, '90.4.5', { ...COMPATIBLE, ...MIGRATION, ...NEVER_READY }))
  put('90.5.0', await repack(unpacked, archive, '90.5.0', { ...COMPATIBLE, ...MIGRATION }))
  const [port = 0] = await freePorts(1)
  address = `http://127.0.0.1:${port}`
  const foreign = join(releases, 'foreign.tar.gz')
  writeFileSync(foreign, '')
  await signArchive(foreign, newSecretKey())
  put('foreign', foreign)
  machine = await bootMachine(folder, releases)
})
afterAll(async () => {
  await machine?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** One step in the life of the installation; a failure prints what the server wrote. */
const step = (name: string, run: () => Promise<void>) =>
  test(name, async (context) => {
    // `canBoot` has said why on stderr.
    if (!booted) return context.skip()
    try {
      await run()
    } catch (error) {
      console.error(await machine.journal().catch(String))
      throw error
    }
  })

const { attempt, pianzhang, succeed, sh, listed, version, plan, ready, sum, pay, replaced } = installation(
  () => ({ machine, address }),
)

const createCompany = () => sh(`echo ${PASSWORD} | ${PIANZHANG} admin ${COMPANY_CREATE.join(' ')}`)

step('it is installed with the modes that it says, again without touching settings, and starts', async () => {
  const unpacked = `/root/${basename(archives[first] ?? '', '.tar.gz')}`
  await sh(`cd /root && tar -xzf ${archives[first]}`)
  expect((await attempt(`${unpacked}/pianzhang`, 'status')).text).toContain('尚未安装时先运行')
  await sh(`${unpacked}/pianzhang install`)
  const settings = `PORT=${new URL(address).port}\\nNODE_ENV=test\\nCAPTCHA_FIXED=7K3P\\nSTOP_DELAY=2\\n`
  // What systemd reads otherwise than a shell would.
  const quoted = `ALERT_MAIL_TO='a#$HOME "b"@example.com' \\nSMTP_URL="smtp://mail.example.com:587"\\n`
  await machine.exec('sh', '-c', 'printf "$1" >>/etc/pianzhang/pianzhang.env', 'sh', settings + quoted)
  const before = await machine.exec('sha256sum', '/etc/pianzhang/pianzhang.env')
  await sh(`${unpacked}/pianzhang install`)
  expect(await machine.exec('sha256sum', '/etc/pianzhang/pianzhang.env')).toBe(before)
  const paths = ['/etc/pianzhang', '/etc/pianzhang/pianzhang.env', '/etc/pianzhang/site.json', DATA]
  expect((await machine.exec('stat', '-c', '%a %U %G', ...paths, '/var/backups/pianzhang')).trim()).toBe(
    ['750 root pianzhang', '640 root pianzhang', '640 root pianzhang']
      .concat(Array(2).fill('700 pianzhang pianzhang'))
      .join('\n'),
  )
  expect(await machine.exec('find', '/opt/pianzhang', '-perm', '/o+w', '-not', '-type', 'l')).toBe('')
  await machine.exec('systemctl', 'start', 'pianzhang')
  // The start has ended because the server serves.
  expect(await succeed('ready')).toBe('服务已就绪\n')
  expect(await createCompany()).toContain(`内置（${DATA}/postgres）`)
  await pay('12.34')
})

step('a start with wrong settings fails for good, one that may succeed later is tried again', async () => {
  const state = () => Promise.all(['ActiveState', 'ExecMainStatus'].map(machine.property))
  await sh(`systemctl stop pianzhang && printf 'LOG=debug\nPUBLIC_ULR=x\n' >>/etc/pianzhang/pianzhang.env`)
  const refused = await attempt('systemctl', 'start', 'pianzhang')
  expect([refused.status, await state(), await machine.property('NRestarts')]).toEqual([
    1,
    ['failed', '78'],
    '0',
  ])
  expect(await machine.journal()).toMatch(/LOG 的值“debug”不正确，应为：0 或 1\n.*PUBLIC_ULR.*PUBLIC_URL？\n/)
  await sh("sed -i '/^LOG=debug/d' /etc/pianzhang/pianzhang.env")

  const other = createServer().listen(Number(new URL(address).port), '127.0.0.1')
  await once(other, 'listening')
  expect((await attempt('systemctl', 'start', 'pianzhang')).status).toBe(1)
  expect(await state()).toEqual(['activating', '1'])
  other.close()
  expect(await succeed('ready', '--wait', '60')).toBe('服务已就绪\n')
  expect(await sum()).toBe('12.34')
  expect((await pianzhang('status')).text).toContain('没有名为 PUBLIC_ULR 的设置')
  await sh("sed -i '/^PUBLIC_ULR=/d' /etc/pianzhang/pianzhang.env && systemctl restart pianzhang")
})

step('a process that is killed for its memory ends alone', async () => {
  if (!(await machine.exec('cat', '/sys/fs/cgroup/cgroup.controllers')).split(/\s/).includes('memory'))
    return console.warn('SKIPPED: a limit of memory: the container has no memory controller of cgroup v2')
  const [main, restarts] = [await machine.property('MainPID'), await machine.property('NRestarts')]
  await sh('systemctl set-property --runtime pianzhang MemoryMax=1G MemorySwapMax=0')
  // As a process that reads a file (`background-process.ts`) and takes more than there is.
  const greedy = `echo $$ >/sys/fs/cgroup/system.slice/pianzhang.service/cgroup.procs; echo 1000 >/proc/self/oom_score_adj; exec tail /dev/zero`
  expect((await attempt('sh', '-c', greedy)).status).not.toBe(0)
  await vi.waitFor(async () => expect(await machine.journal()).toMatch(/killed by the OOM killer/), {
    timeout: 30_000,
  })
  await pay('0.01')
  expect([await machine.property('MainPID'), await machine.property('NRestarts')]).toEqual([main, restarts])
  expect(await succeed('admin', 'check')).not.toBe('')
  await sh('systemctl set-property --runtime pianzhang MemoryMax=infinity')
})

step('in its sandbox it comes back after a kill, and a stop waits for a running request', async () => {
  const main = () => machine.property('MainPID')
  const killed = await main()
  // The parts of the unit's sandbox that /proc shows.
  expect(await machine.exec('cat', `/proc/${killed}/status`)).toMatch(
    /Uid:\s+(?!0\b)\d+[\s\S]*CapEff:\s+0000000000000000[\s\S]*NoNewPrivs:\s+1\nSeccomp:\s+2/,
  )
  const inside = ['--target', killed, '--mount', '/usr/bin/touch']
  for (const path of ['/etc/new', '/var/new', '/opt/pianzhang/new', '/root/new'])
    await expect(machine.exec('nsenter', ...inside, path), path).rejects.toThrow(/Read-only|denied/)
  // An exposure of at most 2.0 of 10; the rest is mostly the network, which the server needs, and the root directory.
  for (const unit of ['pianzhang.service', 'pianzhang-backup.service'])
    await machine.exec('systemd-analyze', 'security', '--threshold=20', unit)

  await machine.exec('kill', '-KILL', killed)
  await vi.waitFor(async () => expect(['0', killed]).not.toContain(await main()), { timeout: 30_000 })
  await ready()
  expect(await sum()).toBe('12.34')

  const slow = request(`${address}/api/common/captchas`, {
    method: 'POST',
    headers: { 'content-length': 2 },
  })
  slow.setHeader('content-type', 'application/json').flushHeaders()
  await once(slow, 'socket')
  const stopped = machine.exec('systemctl', 'stop', 'pianzhang')
  await vi.waitFor(
    async () => expect((await fetch(`${address}/api/common/ready`).catch(() => null))?.status).toBe(503),
    { timeout: 30_000 },
  )
  expect([(await pianzhang('health')).status, (await pianzhang('ready')).status]).toEqual([0, 1])
  slow.end('{}')
  const [answer] = (await once(slow, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
  await stopped
  expect([await machine.property('Result'), await machine.property('ExecMainStatus')]).toEqual([
    'success',
    '0',
  ])
  const journal = await machine.journal()
  // PostgreSQL has ended by itself. Processes that hash passwords may be killed, as they keep nothing.
  expect(journal.slice(journal.lastIndexOf('Stopping'))).not.toMatch(/\(postgres\)|timed out/)
  expect((await pianzhang('status')).status).toBe(1)
  await machine.exec('systemctl', 'start', 'pianzhang')
  await ready()
})

step('commands have the settings as systemd reads them, stream, and pass their status on', async () => {
  expect(await succeed('health')).toBe('服务有应答\n')
  const environment = await machine.exec('cat', `/proc/${await machine.property('MainPID')}/environ`)
  const own = 'systemd-run --quiet --pipe --wait -p EnvironmentFile=/etc/pianzhang/pianzhang.env printenv'
  expect(environment.split('\0')).toContain(`ALERT_MAIL_TO=${(await sh(`${own} ALERT_MAIL_TO`)).trim()}`)
  expect((await pianzhang('admin', 'company:grant', '--company', 'none', '--quota', '1')).status).toBe(1)
  expect((await pianzhang('admin', 'no-such-command')).status).toBe(2)
  expect((await attempt('setpriv', '--reuid=65534', PIANZHANG, 'admin', 'check')).text).toContain('root')

  const names = await sh(`${PIANZHANG} admin backup --to - 2>/root/messages | tar -t`)
  expect(names.split('\n').length).toBeGreaterThan(3)
  expect(await machine.exec('cat', '/root/messages')).toContain('已备份')
  expect(await succeed('backup')).toMatch(/完好/)
  await machine.exec('systemctl', 'start', 'pianzhang-backup')
  expect(await listed('/var/backups/pianzhang')).toHaveLength(2)
  // As after a boot later than the timer's time.
  await sh('systemctl stop pianzhang && systemctl start pianzhang && systemctl start pianzhang-backup')
  await ready()
  expect(await machine.journal()).not.toContain('正在被另一个片账进程使用')
  expect(await listed('/var/backups/pianzhang')).toHaveLength(3)
  expect((await machine.exec('systemctl', 'is-active', 'pianzhang-backup.timer')).trim()).toBe('active')
  expect(await succeed('status')).toContain('服务已就绪')
})

step(
  'a backup that fails is told of, also where no server runs, and is over with a good one by hand',
  async () => {
    const texts: string[] = []
    const robot = createServer(async (asked, answer) => {
      texts.push(((await json(asked)) as { text: { content: string } }).text.content)
      answer.end('{}')
    }).listen(0, '127.0.0.1')
    await once(robot, 'listening')
    const { port } = robot.address() as AddressInfo
    await sh(`echo 'ALERT_WEBHOOK=http://127.0.0.1:${port}/' >>/etc/pianzhang/pianzhang.env
    systemctl restart pianzhang`)
    await ready()
    const lastLine = (text: string) => text.trim().split('\n').at(-1)
    const good = await succeed('status')
    expect(good).toMatch(/注意：CAPTCHA_FIXED/)
    expect([lastLine(good), good.match(/没有须处理的问题/g)?.length]).toEqual(['没有须处理的问题', 1])
    const fail = () => sh('chmod 0500 /var/backups/pianzhang && ! systemctl start pianzhang-backup')
    await fail()
    await vi.waitFor(() => expect(texts).toHaveLength(1), { timeout: 60_000 })
    expect(texts.splice(0)).toEqual([expect.stringMatching(/须处理：最近一次备份失败：无法写入备份文件/)])
    const failed = await pianzhang('status')
    expect([failed.status, lastLine(failed.text)]).toEqual([1, expect.stringMatching(/^有 1 项须处理/)])
    expect(failed.text).toMatch(/须处理：最近一次备份失败：.*没有权限.*重新备份：pianzhang backup/)
    expect((await pianzhang('backup')).status).toBe(1)
    await machine.exec('systemctl', 'stop', 'pianzhang')
    await fail()
    await vi.waitFor(() => expect(texts.at(-1)).toMatch(/定时备份失败.*数据库没有运行/), { timeout: 60_000 })
    await sh('chmod 0700 /var/backups/pianzhang && systemctl start pianzhang')
    await ready()
    expect(await succeed('backup')).toContain('备份完成')
    expect(lastLine(await succeed('status'))).toBe('没有须处理的问题')
    await sh("sed -i '/^ALERT_WEBHOOK=/d' /etc/pianzhang/pianzhang.env")
    robot.close()
  },
)

step('an archive that is wrong, damaged, older or the same changes nothing', async () => {
  await sh(`mkdir /root/wrong && cp ${archives['90.2.0']}* /root/wrong`)
  const copy = `/root/wrong/${basename(archives['90.2.0'] ?? '')}`
  await sh(`printf x >>${copy}`)
  expect(await pianzhang('upgrade', copy)).toMatchObject({
    status: 1,
    text: expect.stringContaining('与校验文件不符'),
  })
  await sh(`truncate -s 20M ${copy} && cd /root/wrong && sha256sum ${basename(copy)} >${copy}.sha256`)
  // As an archive that is built anew has no signature of the publisher's.
  expect((await pianzhang('upgrade', '--without-signature', copy)).text).toContain('服务没有受影响')
  await sh(`rm ${copy}.sha256`)
  expect((await pianzhang('upgrade', copy)).text).toContain('缺少校验文件')
  // Whole, and of nobody, of another publisher, or changed since it was signed.
  await sh(`cp ${archives['90.2.0']} ${archives['90.2.0']}.sha256 /root/wrong && rm ${copy}.minisig`)
  expect((await pianzhang('upgrade', copy)).text).toContain(`缺少签名文件 ${copy}.minisig`)
  await sh(`cp ${archives.foreign}.minisig ${copy}.minisig`)
  expect((await pianzhang('upgrade', copy)).text).toContain('不是已安装的版本所信任的发布者')
  await sh(`cp ${archives['90.3.0']}.minisig ${copy}.minisig`)
  expect((await pianzhang('upgrade', copy)).text).toMatch(/与签名不符\s+不能确认发布文件的来源/)
  const installedAs = `/opt/pianzhang/${first}/VERSION`
  await sh(`cp -p ${installedAs} /root/wrong && sed -i 's/^key .*/key none/' ${installedAs}`)
  expect((await pianzhang('upgrade', archives['90.2.0'] ?? '')).text).toContain('已安装的版本没有签名')
  await sh(`cp -p /root/wrong/VERSION ${installedAs}`)
  expect((await pianzhang('upgrade', archives[first] ?? '')).text).toContain(`已经是 ${first}`)
  expect((await listed('/opt/pianzhang')).sort()).toEqual([first, 'current'].sort())
  await sh('rm -r /root/wrong')
  // A backup that runs would lose its database.
  const slow = '/etc/systemd/system/pianzhang-backup.service.d'
  await sh(`mkdir ${slow} && printf '[Service]\\nExecStartPre=/usr/bin/sleep 600\\n' >${slow}/slow.conf
    systemctl daemon-reload && systemctl start --no-block pianzhang-backup`)
  expect((await pianzhang('upgrade', archives['90.2.0'] ?? '')).text).toContain('定时备份正在进行')
  await sh(`systemctl stop pianzhang-backup && rm -r ${slow} && systemctl daemon-reload`)
})

step(
  'an upgrade keeps what is there; with a compatible migration the way back keeps what came later, and backups go on',
  async () => {
    // With its own backup read back.
    expect(await succeed('upgrade', archives['90.2.0'] ?? '')).toMatch(/：完好\n[\s\S]*已升级到 90\.2\.0/)
    expect([await version(), await sum()]).toEqual(['90.2.0', '12.34'])
    const main = await machine.property('MainPID')
    expect(await machine.exec('readlink', `/proc/${main}/exe`)).toBe('/opt/pianzhang/90.2.0/node/bin/node\n')
    expect((await pianzhang('upgrade', archives[first] ?? '')).text).toContain('旧')
    await pay('0.66')
    expect(await succeed('rollback', '--yes')).toContain('数据与回退前相同')
    expect([await version(), await sum()]).toEqual([first, '13.00'])
    expect((await pianzhang('rollback')).text).toContain('没有可以回退的升级')
    await machine.exec('systemctl', 'start', 'pianzhang-backup')
    for (const command of ['status', 'check']) await succeed('admin', command)
    // One that somebody built without a key.
    await sh(`mkdir /root/own && cp ${archives['90.2.0']} ${archives['90.2.0']}.sha256 /root/own`)
    await succeed('upgrade', '--without-signature', `/root/own/${basename(archives['90.2.0'] ?? '')}`)
    await sh('rm -r /root/own')
  },
)

step('an upgrade that does not start, or migrates and then does not, goes back by itself', async () => {
  const broken = await pianzhang('upgrade', archives['90.3.0'] ?? '')
  expect(broken).toMatchObject({ status: 1, text: expect.stringContaining('已回到 90.2.0') })
  expect([await version(), await sum(), await replaced(), await plan()]).toEqual([
    '90.2.0',
    '13.00',
    0,
    undefined,
  ])
  const migrated = await pianzhang('upgrade', archives['90.4.0'] ?? '')
  expect(migrated).toMatchObject({ status: 1, text: expect.stringContaining('broken after the migration') })
  expect(migrated.text).toContain('数据是升级前的')
  expect([await version(), await sum(), await replaced(), await plan()]).toEqual([
    '90.2.0',
    '13.00',
    1,
    undefined,
  ])
  await pay('1.00')
  expect((await pianzhang('admin', 'check')).status).toBe(0)
})

step(
  'a version that answers and is never ready takes nothing that its way back would put aside',
  async () => {
    const upgrading = pianzhang('upgrade', archives['90.4.5'] ?? '')
    const login = () => fetch(`${address}/api/common/captchas`, { method: 'POST' })
    await vi.waitFor(
      async () => {
        const answer = await login()
        expect([answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([
          503,
          expect.stringContaining('系统正在升级'),
        ])
      },
      { timeout: 240_000, interval: 200 },
    )
    expect((await fetch(`${address}/api/common/live`)).status).toBe(200)
    expect((await pianzhang('admin', 'check')).text).toContain('正在升级或回退')
    expect(await upgrading).toMatchObject({ status: 1, text: expect.stringContaining('已回到 90.2.0') })
    expect([await version(), await sum(), await replaced(), await plan()]).toEqual([
      '90.2.0',
      '14.00',
      2,
      undefined,
    ])
    expect((await login()).status).toBe(200)
  },
)

step('a way back that gives up what was entered is asked for, and keeps it aside', async () => {
  await succeed('upgrade', archives['90.5.0'] ?? '')
  await pay('5.00')
  expect((await pianzhang('rollback')).text).toContain('没有改动任何内容')
  expect([await version(), await sum()]).toEqual(['90.5.0', '19.00'])
  await succeed('rollback', '--yes')
  expect([await version(), await sum(), await replaced()]).toEqual(['90.2.0', '14.00', 3])
})

/** Starts an upgrade and kills it, with all of its processes but the server's, as soon as its plan says so. */
async function killAt(version: string, wanted: string): Promise<void> {
  const running = machine.exec('setsid', PIANZHANG, 'upgrade', archives[version] ?? '').catch(() => undefined)
  await vi.waitFor(async () => expect(await plan()).toBe(wanted), { timeout: 120_000, interval: 20 })
  await sh(`/usr/bin/kill -KILL -- -$(pgrep -o -f '${PIANZHANG} upgrade')`)
  await running
}

step('an upgrade that was killed goes on, or goes back', async () => {
  for (const at of ['prepared', 'stopped']) {
    await killAt('90.5.0', at)
    expect(await succeed('rollback'), at).toMatch(/90\.2\.0/)
    await ready()
    expect([at, await version(), await sum(), await plan()]).toEqual([at, '90.2.0', '14.00', undefined])
  }
  for (const at of ['stopped', 'switched']) {
    await killAt('90.5.0', at)
    expect((await pianzhang('uninstall')).text).toContain('没有完成')
    expect(await succeed('upgrade', archives['90.5.0'] ?? ''), at).toContain('已升级到 90.5.0')
    expect([at, await version(), await sum()]).toEqual([at, '90.5.0', '14.00'])
    await succeed('rollback', '--yes')
    expect(await sum()).toBe('14.00')
  }
})

step('an upgrade that was killed and went on at the next start goes back only when asked for', async () => {
  await killAt('90.5.0', 'switched')
  // The machine starts again: the new version migrates and serves.
  await sh('ln -sfn 90.5.0 /opt/pianzhang/current && systemctl daemon-reload && systemctl restart pianzhang')
  await ready()
  await pay('3.00')
  expect((await pianzhang('rollback')).text).toContain('没有改动任何内容')
  expect([await version(), await sum(), await plan()]).toEqual(['90.5.0', '17.00', 'switched'])
  const kept = await replaced()
  await succeed('rollback', '--yes')
  expect([await version(), await sum(), await plan()]).toEqual(['90.2.0', '14.00', undefined])
  expect(await replaced()).toBe(kept + 1)
  expect((await pianzhang('status')).text).toContain('回退前录入的内容只在其中')
})

step("a PostgreSQL of one's own is not guessed about: the steps that are printed lead back", async () => {
  const [own, empty] = [await cloneDatabase(), await emptyDatabase()]
  const set = (url: string) =>
    sh(`sed -i '/^DATABASE_URL=/d;/^SECRET=/d' /etc/pianzhang/pianzhang.env
      printf 'DATABASE_URL=%s\\nSECRET=a-secret-of-the-tests\\n' '${url}' >>/etc/pianzhang/pianzhang.env`)
  await set(own.url)
  await machine.exec('systemctl', 'restart', 'pianzhang')
  await ready()
  await createCompany()
  await pay('7.00')
  const { status, text } = await pianzhang('upgrade', archives['90.4.0'] ?? '')
  expect({ status, text }).toMatchObject({ status: 1, text: expect.stringContaining('服务已停止') })
  await set(empty.url)
  const commands = text.match(/^ {2}\d\. ((?:systemctl|pianzhang) .*)$/gm) ?? []
  expect(commands).toHaveLength(3)
  for (const line of commands)
    await sh(line.replace(/^ {2}\d\. (pianzhang)?/, (_, own) => (own ? PIANZHANG : '')))
  await ready()
  expect([await version(), await sum()]).toEqual(['90.2.0', '7.00'])
  await sh("sed -i '/^DATABASE_URL=/d;/^SECRET=/d' /etc/pianzhang/pianzhang.env")
  await machine.exec('systemctl', 'restart', 'pianzhang')
  await ready()
  await own.drop()
  await empty.drop()
})

step('removed, it leaves data, backups and settings, and installed again it goes on with them', async () => {
  expect(await succeed('uninstall')).toContain(DATA)
  expect((await attempt('ls', '/opt/pianzhang', PIANZHANG)).status).not.toBe(0)
  await expect(fetch(address)).rejects.toThrow()
  await sh(`/root/${basename(archives[first] ?? '', '.tar.gz')}/pianzhang install`)
  await machine.exec('systemctl', 'start', 'pianzhang')
  await ready()
  expect([await version(), await sum()]).toEqual([first, '14.00'])
})
