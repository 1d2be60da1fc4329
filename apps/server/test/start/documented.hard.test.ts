import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installed } from '../machines/programs.ts'
import { bootMachine, canBoot, type Machine } from '../machines/systemd.ts'
import { type Instruction, instructionsOf } from './instructions.ts'
import { makeRelease, repack, unpack } from './release.ts'

// An operator who knows nothing but docs/运维 types its blocks, in the order of the pages, on empty machines.

const what = 'the pages of docs/运维 on an empty machine'
const folder = mkdtempSync(join(tmpdir(), 'pianzhang-documented-'))
const ready =
  canBoot(what, folder) &&
  installed(what, { caddy: 'caddy', restic: 'restic', openssl: 'openssl', bash: 'bash', curl: 'curl' })
/** The version that the pages name, and the next one. */
const NEXT = '0.2.0'
/** Of the pages; here Caddy makes certificates of its own for it. */
const DOMAIN = 'pianzhang.example.com'

describe.skipIf(!ready)(what, () => {
  const machines: Machine[] = []
  let releases: string

  beforeAll(() => {
    chmodSync(folder, 0o755)
    releases = join(folder, 'releases')
    mkdirSync(releases)
    const archive = makeRelease(releases)
    repack(unpack(archive, join(folder, 'unpacked')), archive, NEXT)
  }, 600_000)
  afterAll(async () => {
    for (const machine of machines) await machine.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** An empty machine with the releases in /root, on a network of its own. */
  async function empty(name: string): Promise<Machine> {
    mkdirSync(join(folder, name))
    const machine = await bootMachine(join(folder, name), releases, { alone: true })
    machines.push(machine)
    await machine.exec('sh', '-c', `cp /srv/releases/* /root && printf '127.0.0.1 ${DOMAIN}\\n' >>/etc/hosts`)
    // The packages are this machine's, whose /usr it has; installing one makes its user.
    await write(
      machine,
      '/usr/local/bin/apt-get',
      `#!/bin/sh
for word in "$@"; do
  [ "$word" = caddy ] || continue
  useradd --system --user-group --home-dir /var/lib/caddy --create-home --shell /usr/sbin/nologin caddy
  mkdir /etc/caddy
done
`,
    )
    await machine.exec('chmod', '755', '/usr/local/bin/apt-get')
    return machine
  }

  const write = (machine: Machine, path: string, text: string, how = '>') =>
    machine.exec('sh', '-c', `mkdir -p "$(dirname "$1")" && printf %s "$2" ${how}"$1"`, 'sh', path, text)

  const journal = (machine: Machine) =>
    machine.exec('journalctl', '--no-pager', '--output', 'cat', '--lines', '40').catch(String)

  /** Does what the pages say; a failure names the block. Returns what the commands printed. */
  async function follow(machine: Machine, page: string, walk = ''): Promise<string> {
    let said = ''
    for (const instruction of instructionsOf(page, walk)) said += await one(machine, page, instruction)
    return said
  }

  async function one(machine: Machine, page: string, instruction: Instruction): Promise<string> {
    const { text, line } = instruction
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
    const backups = await follow(first, '备份与恢复.md')
    expect(backups).toContain('：完好')

    await follow(first, '升级与回退.md', '升级')
    expect(await first.exec('/usr/local/bin/pianzhang', 'version')).toContain(`version ${NEXT}`)
    expect(JSON.parse(await visited(first))).toMatchObject({ data: { status: 'ready' } })
    await first.exec('systemctl', 'start', 'pianzhang-restic.service')
    const before = await stored(first)

    // What was kept elsewhere: the repository, its password and the settings.
    await first.exec(
      'sh',
      '-c',
      'tar -C / -cf /root/elsewhere.tar srv/pianzhang-restic root/pianzhang-etc.tar.gz',
    )
    const elsewhere = join(folder, 'elsewhere.tar')
    copyFileSync(join(first.root, 'root/elsewhere.tar'), elsewhere)
    await first.stop()

    const second = await empty('second')
    copyFileSync(elsewhere, join(second.root, 'root/elsewhere.tar'))
    await second.exec('tar', '-C', '/', '-xf', '/root/elsewhere.tar')
    await second.exec(
      'sh',
      '-ec',
      `cd /root && tar -xzf pianzhang-${NEXT}-linux-*.tar.gz && cd pianzhang-${NEXT}-linux-* && ./pianzhang install`,
    )
    const restored = await follow(second, '备份与恢复.md', '新服务器')
    expect(restored).toContain('已检查')
    expect(await stored(second)).toBe(before)
  }, 1_800_000)
})
