import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretKeyOf } from '../../../../scripts/release/sign.mjs'
import { png } from '../base/attachments/helpers.ts'
import { APT_GET, BASE, PACKAGES } from '../machines/packages.ts'
import { installed } from '../machines/programs.ts'
import { bootMachine, canBoot, type Machine } from '../machines/systemd.ts'
import { type Instruction, instructionsOf, walksOf } from './instructions.ts'
import { makeRelease, repack, unpack } from './release.ts'

// An operator who knows nothing but docs/运维 types its blocks, in the order of the pages, on empty machines.

/** Walks that no machine here can go, and what tests the same. */
const LEFT_OUT: Record<string, string> = {
  '安装.md 制作': 'downloads from the registry; makeRelease makes the release of these tests',
  'Docker.md docker': 'no Docker',
  'Docker.md compose': 'no Docker',
  '安全.md fail2ban': "changes the host's firewall; its files: base/sessions/failed-logins.hard",
  '备份与恢复.md 另选': 'another address of the repository: operator/backup/restic',
  '配置.md 对象存储': 'typed into a console; the stand-in of S3 answers by it: platform/storage/stand-in',
  '多台服务器.md citus': 'operator/spread/spread',
  '多台服务器.md 搬移': 'operator/storage/move',
  '故障处理.md 时钟': 'a container has the clock of its host',
  '服务器加固.md 时间': 'a container has the clock of its host',
  '服务器加固.md 更新': 'a container has no packages to update',
  '故障处理.md 丢失的文件': 'names the file that is lost; the folder by hash: platform/storage/drivers',
}

const what = 'the pages of docs/运维 on an empty machine'
const folder = mkdtempSync(join(tmpdir(), 'pianzhang-documented-'))
const ready =
  canBoot(what, folder) &&
  installed(what, {
    caddy: 'caddy',
    minisign: 'minisign',
    restic: 'restic',
    openssl: 'openssl',
    bash: 'bash',
    curl: 'curl',
    nginx: 'nginx',
    haproxy: 'haproxy',
    pgbouncer: 'pgbouncer',
    pg_createcluster: 'postgresql',
    pgbackrest: 'pgbackrest',
    nft: 'nftables',
    sshd: 'openssh-server',
    visudo: 'sudo',
    'unattended-upgrade': 'unattended-upgrades',
  })
/** The version that the pages name, and the next one. */
const NEXT = '0.2.0'
/** In place of the domain of the pages, as an operator does it; here Caddy makes certificates of its own for it. */
const DOMAIN = 'books.firm.test'
/** The demo's, with records of every kind. */
const PROJECT = '长河灯火'
const withDomain = (text: string) => text.replaceAll('pianzhang.example.com', DOMAIN)

test('every walk of the pages is gone by a test, or said to be left out', () => {
  const source = readFileSync(import.meta.filename, 'utf8')
  const gone = [
    ...source.matchAll(/(?:follow\(\s*\w+,\s*|instructionsOf\()'([^']+)'(?:,\s*'([^']+)')?/g),
  ].map(([, page, walk = '']) => `${page} ${walk}`.trim())
  expect([...new Set([...gone, ...Object.keys(LEFT_OUT)])].sort()).toEqual(walksOf())
})

describe.skipIf(!ready)(what, () => {
  const machines: Machine[] = []
  let releases: string
  /** The publisher's, of another way than the archive's. */
  let publicKey: string

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    releases = join(folder, 'releases')
    const archive = makeRelease(releases)
    publicKey = secretKeyOf(readFileSync(`${releases}.key`, 'utf8')).publicKey
    await repack(unpack(archive, join(folder, 'unpacked')), archive, NEXT)
    for (const name of [...BASE, ...PACKAGES].filter((one) => existsSync(join('/etc', one))))
      cpSync(join('/etc', name), join(releases, 'etc', name), { recursive: true })
  })
  afterAll(async () => {
    for (const machine of machines) await machine.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** An empty machine with the releases in /root, on a network of its own. */
  async function empty(name: string): Promise<Machine> {
    mkdirSync(join(folder, name))
    const machine = await bootMachine(join(folder, name), releases, { alone: true })
    machines.push(machine)
    await machine.exec(
      'sh',
      '-c',
      `cp /srv/releases/pianzhang-* /root && for name in ${BASE.join(' ')}; do cp -a /srv/releases/etc/$name /etc/ 2>/dev/null || true; done && printf '127.0.0.1 ${DOMAIN}\\n' >>/etc/hosts`,
    )
    // A stand-in: it downloads nothing.
    await write(machine, '/usr/local/bin/apt-get', APT_GET)
    await machine.exec('chmod', '755', '/usr/local/bin/apt-get')
    return machine
  }

  const write = (machine: Machine, path: string, text: string, how = '>') =>
    machine.exec('sh', '-c', `mkdir -p "$(dirname "$1")" && printf %s "$2" ${how}"$1"`, 'sh', path, text)

  const journal = (machine: Machine) =>
    machine.exec('journalctl', '--no-pager', '--output', 'cat', '--lines', '40').catch(String)

  /** Runs the code blocks of a page and returns their output; an error names the block. `adapted`: values that the page tells the operator to replace. */
  async function follow(
    machine: Machine,
    page: string,
    walk = '',
    adapted = (text: string) => text,
  ): Promise<string> {
    let said = ''
    for (const instruction of instructionsOf(page, walk))
      said += await one(machine, page, { ...instruction, text: adapted(instruction.text) })
    return said
  }

  async function one(machine: Machine, page: string, instruction: Instruction): Promise<string> {
    const text = withDomain(instruction.text).replace('-P 公钥', `-P ${publicKey}`)
    const { line } = instruction
    try {
      if (instruction.kind === 'commands') return await machine.exec('bash', '-ec', `cd /root\n${text}`)
      await write(machine, instruction.path, text, instruction.kind === 'append' ? '>>' : '>')
      return ''
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${page}:${line}\n${text}\n${stdout}${stderr}\n${await journal(machine)}`, {
        cause: error,
      })
    }
  }

  /** The page by HTTPS as a visitor gets it. */
  const visited = (machine: Machine) =>
    machine.exec(
      'curl',
      '--silent',
      '--insecure',
      '--fail',
      '--retry',
      '20',
      '--retry-connrefused',
      '--retry-delay',
      '1',
      `https://${DOMAIN}/api/common/ready`,
    )
  /** The codes of the companies. */
  async function companies(machine: Machine): Promise<string[]> {
    const said = await machine.exec('/usr/local/bin/pianzhang', 'admin', 'company:list', '--json')
    return JSON.parse(said.trim().split('\n').at(-1) ?? '').items.map(({ code }: { code: string }) => code)
  }
  /** Sums of all files of a project's export, which are the same on every machine with the same data. */
  async function exported(machine: Machine): Promise<string> {
    const said = await machine.exec('/usr/local/bin/pianzhang', 'admin', 'project:list', '--json')
    const projects = JSON.parse(said.trim().split('\n').at(-1) ?? '').items as Record<
      'code' | 'name',
      string
    >[]
    const { code = '', name = '' } = projects.find((one) => one.name === PROJECT) ?? {}
    await follow(machine, '长期保存.md', '', (text) =>
      text.replaceAll('项目名称-编码', `${name}-${code}`).replaceAll('编码', code),
    )
    const folder = `/var/backups/pianzhang/${name}-${code}`
    const sums = await machine.exec('cat', `${folder}/SHA256SUMS`)
    await machine.exec('rm', '-r', folder)
    return sums
  }

  /** What is stored: a digest of every row and of every file. */
  const stored = async (machine: Machine) => {
    await machine.exec(
      'sh',
      '-c',
      'rm -f /var/backups/pianzhang/compare.tar && /usr/local/bin/pianzhang admin backup --to /var/backups/pianzhang/compare.tar >/dev/null',
    )
    const sums = await machine.exec(
      'sh',
      '-c',
      "cd /var/backups/pianzhang && tar -tzf compare.tar | grep -c ^files/ ; tar -xzOf compare.tar --wildcards 'tables/*' 'files/*' | LC_ALL=C sort | sha256sum",
    )
    await machine.exec('rm', '/var/backups/pianzhang/compare.tar')
    return sums
  }

  test('installed, secured, backed up elsewhere, upgraded; then the machine is lost, and restored on another one', async () => {
    const first = await empty('first')
    const installedText = await follow(first, '安装.md')
    expect(installedText).toContain('已安装')
    expect(installedText).toContain('没有须处理的问题')
    // By a certificate authority of Caddy's own, as nobody owns the name.
    await first.exec(
      'sh',
      '-ec',
      `printf '{\\n\\tlocal_certs\\n}\\n' | cat - /etc/caddy/Caddyfile >/root/Caddyfile && cp /root/Caddyfile /etc/caddy/ && systemctl restart caddy`,
    )
    expect(JSON.parse(await visited(first))).toMatchObject({ data: { status: 'ready' } })
    // Records of every kind, with files.
    await first.exec('/usr/local/bin/pianzhang', 'admin', 'demo:create')
    const backups = await follow(first, '备份与恢复.md')
    expect(backups).toContain('：完好')

    await follow(first, '升级与回退.md', '升级')
    expect(await first.exec('/usr/local/bin/pianzhang', 'version')).toContain(`version ${NEXT}`)
    expect(JSON.parse(await visited(first))).toMatchObject({ data: { status: 'ready' } })
    const sums = await exported(first)
    expect(sums.split('\n').length).toBeGreaterThan(30)
    await first.exec('systemctl', 'start', 'pianzhang-backup')
    const before = await stored(first)

    // What was kept elsewhere: the repository, its password and the settings.
    await first.exec(
      'sh',
      '-c',
      'tar -C / -cf /root/elsewhere.tar srv/pianzhang-restic root/pianzhang-etc.tar.gz',
    )
    const elsewhere = join(folder, 'elsewhere.tar')
    copyFileSync(join(first.root, 'root/elsewhere.tar'), elsewhere)

    await follow(first, '升级与回退.md', '回退')
    expect(await first.exec('/usr/local/bin/pianzhang', 'version')).toContain('version 0.1.0')
    expect(await stored(first)).toBe(before)
    await first.stop()

    const second = await empty('second')
    copyFileSync(elsewhere, join(second.root, 'root/elsewhere.tar'))
    await second.exec('tar', '-C', '/', '-xf', '/root/elsewhere.tar')
    await second.exec(
      'sh',
      '-ec',
      `cd /root && tar -xzf pianzhang-${NEXT}-linux-*.tar.gz && cd pianzhang-${NEXT}-linux-* && ./pianzhang install && chown -R pianzhang: /srv/pianzhang-restic`,
    )
    const restored = await follow(second, '紧急恢复.md', '新服务器')
    expect(restored).toContain('已检查')
    expect(await stored(second)).toBe(before)

    writeFileSync(join(second.root, 'root/lisi.pub'), 'ssh-ed25519 AAAA lisi\n')
    await second.exec('/usr/local/bin/apt-get', 'install', 'openssh-server')
    await follow(second, '服务器加固.md')
    await follow(second, '安全.md')
    await follow(second, '安全.md', '网络')
    await follow(second, '规模.md')
    await follow(second, '配置.md', '按需', (text) => text.replace('pianzhang admin alert:test', 'true'))
    writeFileSync(join(second.root, 'root/partner.png'), await png())
    await follow(second, '配置.md', '展示')
    expect(await second.exec('curl', '--silent', '--fail', 'http://127.0.0.1:3000/study')).toContain(
      '示例合作方',
    )
    await follow(second, '支付.md', '按需')
    await follow(second, '故障处理.md')
    await follow(second, '故障处理.md', '磁盘')
    await follow(
      second,
      '升级与回退.md',
      '多台升级',
      (text) => `cd /root/pianzhang-${NEXT}-linux-*/\n${text}`,
    )
    const drill = await follow(second, '备份与恢复.md', '演练', (text) => text.replaceAll('0.1.0', NEXT))
    expect(drill).toContain('内置（/var/lib/pianzhang-drill/postgres）')
    await follow(second, '紧急恢复.md', '退回')
    expect(await stored(second)).toBe(before)
    await second.exec('sh', '-c', 'rm -r /var/lib/pianzhang.old')
    await follow(second, '升级与回退.md', '换大版本')
    expect(await stored(second)).toBe(before)
    await second.exec('sh', '-c', 'rm -r /var/lib/pianzhang.old')
    // The server writes the rows some minutes after its start.
    await second.exec(
      'timeout',
      '480',
      'sh',
      '-c',
      'until ls /var/lib/pianzhang/backups/pianzhang-rows-*.gz 2>/dev/null; do sleep 5; done',
    )
    await follow(second, '备份与恢复.md', '只有数据行')
    expect(await stored(second)).toBe(before)

    await follow(second, '配置.md', '数据目录')
    expect(await stored(second)).toBe(before)

    expect(await exported(second)).toBe(sums)
    await second.exec('/usr/local/bin/pianzhang', 'admin', 'company:demo-remove')

    const [code = ''] = await companies(second)
    await follow(second, '安全.md', '删除公司', (text) =>
      text.replace('编码', code).replace(/(company:delete.*)/, '$1 --name 示例影业'),
    )
    expect(await companies(second)).toEqual([])
    await second.stop()
  })

  test('with an own PostgreSQL behind nginx: a point in time, an upgrade taken back, a pool and HAProxy', async () => {
    const own = await empty('own')
    const all = instructionsOf('安装.md')
    const withCompany = all.findIndex(({ text }) => text.includes('company:create')) + 1
    const rest = all.slice(withCompany)
    for (const instruction of all.slice(0, withCompany)) await one(own, '安装.md', instruction)
    await own.exec('sh', '-c', "printf '127.0.0.1 db.example.com\\n' >>/etc/hosts")
    // In words on the page: the certificate goes to the server.
    const certified = (text: string) =>
      text.startsWith('umask') ? `cp /root/pianzhang-ca/ca.crt /etc/pianzhang/ca.crt\n${text}` : text
    // The settings wait until the rows of the embedded database have been moved.
    for (const instruction of instructionsOf('自备数据库.md', 'postgresql'))
      if (instruction.kind === 'commands')
        await one(own, '安装.md', { ...instruction, text: certified(instruction.text) })
    const embedded = await stored(own)
    expect(await follow(own, '自备数据库.md', '搬到自备')).toContain('逐表核对一致')
    expect(await stored(own)).toBe(embedded)
    for (const instruction of rest) {
      if (!instruction.text.includes('caddy')) {
        await one(own, '安装.md', instruction)
        continue
      }
      await own.exec(
        'sh',
        '-ec',
        `mkdir -p /etc/nginx && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${DOMAIN} -keyout /etc/nginx/pianzhang.key -out /etc/nginx/pianzhang.crt 2>/dev/null`,
      )
      await follow(own, '安装.md', 'nginx')
    }
    expect(JSON.parse(await visited(own))).toMatchObject({ data: { status: 'ready' } })
    expect(await own.exec('/usr/local/bin/pianzhang', 'status')).toContain('db.example.com')
    await follow(own, '故障处理.md', '证书')

    await follow(own, '自备数据库.md', '时间点')
    const before = await stored(own)
    const moment = (await own.exec('date', '+%F %T.%3N%:z')).trim()
    await own.exec(
      'sh',
      '-ec',
      'sleep 1; /usr/local/bin/pianzhang admin company:create --name 后来影业 --admin 李四 --phone 13900000001 >/dev/null; systemctl stop pianzhang',
    )
    await follow(own, '自备数据库.md', '时间点恢复', (text) => text.replace('2026-11-26 09:30:00+08', moment))
    await own.exec('systemctl', 'start', 'pianzhang')
    await visited(own)
    expect(await stored(own)).toBe(before)

    await follow(own, '升级与回退.md', '升级')
    await own.exec(
      '/usr/local/bin/pianzhang',
      'admin',
      'company:grant',
      '--company',
      (await companies(own))[0] ?? '',
      '--quota',
      '1',
    )
    const [made, ...taken] = instructionsOf('升级与回退.md', '回退数据库')
    await one(own, '升级与回退.md', made as Instruction)
    await own.exec('sed', '-i', 's|5432/pianzhang?|5432/pianzhang_before?|', '/etc/pianzhang/database-url')
    for (const instruction of taken) await one(own, '升级与回退.md', instruction)
    expect(await own.exec('/usr/local/bin/pianzhang', 'version')).toContain('version 0.1.0')
    expect(await stored(own)).toBe(before)

    await own.exec('systemctl', 'stop', 'nginx')
    await follow(own, '多台服务器.md', 'haproxy')
    await follow(own, '多台服务器.md', 'pgbouncer')
    await own.exec('systemctl', 'is-active', 'haproxy', 'pgbouncer')

    await follow(own, '自备数据库.md', '搬回内置')
    expect(await stored(own)).toBe(before)
    await own.stop()
  })
})
