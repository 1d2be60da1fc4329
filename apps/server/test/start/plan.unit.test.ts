import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

// What the program does beside an upgrade or rollback, by its plan: the scripts of the release with a Node.js that only says how it was called.

const DEPLOY = fileURLToPath(new URL('../../../../deploy', import.meta.url))
let folder: string
let home: string
let data: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pianzhang-plan-'))
  home = join(folder, 'release')
  data = join(folder, 'data')
  mkdirSync(join(home, 'node/bin'), { recursive: true })
  mkdirSync(join(data, 'postgres/global'), { recursive: true })
  cpSync(join(DEPLOY, 'pianzhang'), join(home, 'pianzhang'))
  cpSync(join(DEPLOY, 'operator'), join(home, 'operator'), { recursive: true })
  const common = join(home, 'operator/common.sh')
  const text = readFileSync(common, 'utf8')
  writeFileSync(
    common,
    text
      .replace('OPT=/opt/pianzhang', `OPT=${folder}`)
      .replace('LOCK=/run/pianzhang.lock', `LOCK=${folder}/lock`),
  )
  writeFileSync(join(home, 'node/bin/node'), '#!/bin/sh\necho "plan=$PIANZHANG_UPGRADE_PLAN" "$@"\n')
  chmodSync(join(home, 'node/bin/node'), 0o755)
  writeFileSync(join(data, 'postgres/global/pg_control'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

const env = { PATH: process.env.PATH, PIANZHANG_SETTINGS: 'loaded' }
const sh = (script: string) => spawnSync('sh', ['-c', script], { env, encoding: 'utf8', cwd: folder })
const setPlan = (step: string | null) => {
  rmSync(join(folder, 'upgrade.plan'), { force: true })
  if (step) writeFileSync(join(folder, 'upgrade.plan'), `step=${step}\nfrom=0.1.0\nto=0.2.0\n`)
}

test.each([
  [null, true],
  ['prepared', true],
  ['stopped', false],
  ['switched', false],
  ['back', false],
  ['swap', false],
  ['done', true],
])('while the plan is at %s, commands run: %s', (step, runs) => {
  setPlan(step)
  const { status, stdout, stderr } = sh(`${home}/pianzhang admin backup --to x`)
  expect(status).toBe(runs ? 0 : 1)
  if (runs) expect(stdout).toContain('admin.ts backup --to x')
  else expect(stderr).toMatch(/^正在升级或回退，请等它结束后再执行/)
  expect(sh(`${home}/pianzhang admin status`).stdout).toContain('admin.ts status')
})

test('the server is told of a plan for as long as somebody waits for it, and of none after a loss of power', () => {
  const started = () => sh(`${home}/pianzhang start`).stdout
  const waited = () => sh(`exec 9>${folder}/lock; flock -n 9 && ${home}/pianzhang start 9>&-`).stdout
  for (const step of ['switched', 'back']) {
    setPlan(step)
    expect(waited()).toContain(`plan=${folder}/upgrade.plan `)
    expect(started()).toContain('plan= ')
    rmSync(join(folder, 'lock'))
    expect(started()).toContain('plan= ')
  }
  for (const step of ['done', null]) {
    setPlan(step)
    expect(waited()).toContain('plan= ')
  }
})

/** Copies the database as an upgrade does, with another `cp`. */
const copied = (cp: string) =>
  sh(`home=${home}; for part in common units plan versions upgrade; do . ${home}/operator/$part.sh; done
    data=${data}; embedded=1; copy=${data}/postgres.before; needs_copy() { return 0; }
    cp() { command cp "$@" && { ${cp}; }; }
    copy_database`)

test('a database that another program used meanwhile is no copy', () => {
  expect(copied('true')).toMatchObject({ status: 0 })
  rmSync(join(data, 'postgres.before'), { recursive: true })
  const control = `${data}/postgres/global/pg_control`
  const torn = copied(`touch -d '2026-01-01 00:00:00' ${control}`)
  expect(torn).toMatchObject({ status: 1, stderr: expect.stringContaining('另一个程序使用了数据库') })
  // Of a server that still runs.
  const running = copied(
    `(cd ${data}/postgres && exec sleep 60) & echo $! >${data}/postgres/postmaster.pid; trap 'kill $!' EXIT; sleep 0.2`,
  )
  expect(running).toMatchObject({ status: 1, stderr: expect.stringContaining('另一个程序使用了数据库') })
  expect(sh(`ls ${data}`).stdout).not.toMatch(/before$/m)
})
