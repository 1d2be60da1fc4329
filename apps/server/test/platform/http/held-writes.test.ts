import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestApp } from '../../harness/harness.ts'

test.each([
  ['the plan says that it is done', (plan: string) => writeFile(plan, 'step=done\n')],
  ['the plan is gone', (plan: string) => rm(plan)],
])(
  'while an upgrade waits for this version, people can look, and nothing is written until %s',
  async (_, end) => {
    const folder = await mkdtemp(join(tmpdir(), 'pianzhang-held-'))
    const plan = join(folder, 'upgrade.plan')
    await writeFile(plan, 'step=done\n')
    await using app = await startTestApp({ PIANZHANG_UPGRADE_PLAN: plan })
    const { admin } = await app.company()
    await using held = await startTestApp(
      { PIANZHANG_UPGRADE_PLAN: plan },
      { database: { url: app.databaseUrl, drop: async () => undefined } },
    )
    for (const step of ['switched', 'back']) {
      await writeFile(plan, `step=${step}\nfrom=0.1.0\nto=0.2.0\n`)
      const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
        held.http.inject({
          method,
          url,
          headers: { authorization: `Bearer ${admin.token}` },
          ...(payload && { payload }),
        })
      const project = () => ask('POST', '/api/manager/projects', { name: '第一部' })
      const refused = await project()
      expect([refused.statusCode, refused.json().msg, refused.headers['retry-after']]).toEqual([
        503,
        '系统正在升级，暂时不能登录和保存，请稍后重试',
        '5',
      ])
      expect((await ask('POST', '/api/common/captchas', {})).statusCode).toBe(503)
      const list = await ask('GET', '/api/manager/projects')
      expect(list.json()).toMatchObject({ code: 0, data: { exists_count: 0 } })
      expect((await ask('GET', '/api/common/ready')).statusCode).toBe(200)
      if (step === 'switched') continue
      await end(plan)
      expect((await project()).json()).toMatchObject({ code: 0 })
      // Over is over: a later upgrade starts another server.
      await writeFile(plan, 'step=switched\n')
      expect((await project()).json()).toMatchObject({ code: 0 })
    }
    await rm(folder, { recursive: true })
  },
)
