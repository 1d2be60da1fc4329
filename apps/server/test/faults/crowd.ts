import { yuan } from '@pianzhang/contract/money'
import { expect } from 'vitest'
import { type Random, seeded } from '../../src/start/demo/random.ts'
import { type PaymentWorld, paymentWorld } from '../books/payments/helpers.ts'
import { bookOf, RIGHT } from '../books/payments/sheet/sheets.ts'
import { uploadTo } from '../harness/company-on.ts'
import type { Answer, TestApp } from '../harness/harness.ts'
import { expectTotalsTrue } from '../harness/recount.ts'
import { type Remote, remote } from '../machines/remote.ts'

const SHARED = 10
const START = 1_000_000n
const ALL = ['read', 'write', 'delete']

/** State shared by all people of the test. */
interface Scene {
  world: PaymentWorld
  /** Payments that everybody edits and nobody deletes. */
  shared: string[]
  /** How many edits of each shared payment were acknowledged. */
  edits: Map<string, number>
  /** Payments that anybody may change or delete. */
  contested: string[]
  /** Those of `contested` that were deleted. */
  deleted: string[]
  invoices: string[]
  subjects: string[]
  categories: string[]
  /** Counts answers by `<action> <code>`. */
  tally: Map<string, number>
}

/**
 * `people` concurrently, each `turns` times: edit the same ten payments, link and unlink their invoices, add and delete payments, subjects
 * and payment types, import spreadsheets. Fails if an answer is a fault or an unexpected failure, if an edit is lost, or if a sum differs from
 * its lines in the end. Returns the counts of answers.
 */
export async function crowd(app: TestApp, seed: number, people: number, turns: number) {
  const address = await app.listen()
  const world = await paymentWorld(app)
  const persons = await Promise.all(
    Array.from({ length: people }, () =>
      app.person(world.companyId, { cost_execution: ALL, subject: ALL, pay_category: ALL }, [world.project]),
    ),
  )
  const scene: Scene = {
    world,
    shared: [],
    edits: new Map(),
    contested: [],
    deleted: [],
    invoices: await Promise.all(['1', '2', '3', '4'].map((number) => world.invoice(number))),
    subjects: [],
    categories: [],
    tally: new Map(),
  }
  for (let n = 0; n < SHARED; n += 1) {
    const { data } = await world.clerk.post('/cost_executions', bodyOf(scene, START, seeded(n), null))
    scene.shared.push(data.code)
    scene.edits.set(data.code, 0)
  }
  await Promise.all(
    persons.map(async (person, n) => {
      const random = seeded(seed * 1000 + n)
      const who = remote(() => address, { token: person.token, project: world.project })
      for (let turn = 0; turn < turns; turn += 1) await act(scene, who, random)
    }),
  )
  await expectNothingLost(scene)
  const lines = await expectTotalsTrue(world.admin, app.databaseUrl, world.project)
  return { tally: Object.fromEntries([...scene.tally].sort()), lines }
}

async function act(scene: Scene, who: Remote, random: Random): Promise<void> {
  if (random.chance(0.5)) return await edit(scene, who, random)
  const [name, run] = random.pick(OTHERS)
  note(scene, name, await run(scene, who, random))
}

/** Adds one fen to the amount: a lost edit makes the final sum too small. */
async function edit(scene: Scene, who: Remote, random: Random): Promise<void> {
  const code = random.pick(scene.shared)
  const { data: before } = await who.get(`/cost_executions/${code}`)
  const fen = BigInt(before.pay_amount_yuan.replace('.', '')) + 1n
  const line = random.chance(0.5) ? before.cost_execution_details[0].code : null
  const body = { ...bodyOf(scene, fen, random, line), version: before.version }
  const answer = await who.put(`/cost_executions/${code}`, body)
  note(scene, 'edit', answer)
  if (answer.code === 0) scene.edits.set(code, (scene.edits.get(code) ?? 0) + 1)
}

const OTHERS: [name: string, run: (scene: Scene, who: Remote, random: Random) => Promise<Answer>][] = [
  [
    'create',
    async (scene, who, random) => {
      const answer = await who.post('/cost_executions', bodyOf(scene, 12_345n, random, null))
      if (answer.code === 0) scene.contested.push(answer.data.code)
      return answer
    },
  ],
  [
    'change contested',
    async (scene, who, random) => {
      // A stale page still shows payments that a colleague has deleted.
      const code = random.pick(random.chance(0.9) ? scene.contested : scene.deleted) ?? 'none'
      return await who.put(`/cost_executions/${code}`, bodyOf(scene, 777n, random, null))
    },
  ],
  [
    'delete contested',
    async (scene, who, random) => {
      const codes = [...new Set([random.pick(scene.contested), random.pick(scene.contested)])]
      const answer = await who.delete('/cost_executions/batch', {
        codes: codes.map((code) => code ?? 'none'),
      })
      if (answer.code !== 0) return answer
      scene.contested = scene.contested.filter((code) => !codes.includes(code))
      scene.deleted.push(...codes.filter((code) => code !== undefined))
      return answer
    },
  ],
  [
    'add subject',
    async (scene, who, random) => {
      const parent_code = scene.world.subject('240001')
      const name = `科目${random.int(1, 1_000_000)}`
      const answer = await who.post('/subjects', { category: 2, parent_code, name })
      if (answer.code === 0) scene.subjects.push(answer.data.code)
      return answer
    },
  ],
  [
    'delete subject',
    (scene, who, random) => who.delete(`/subjects/${random.pick(scene.subjects) ?? 'none'}`),
  ],
  [
    'add payment type',
    async (scene, who, random) => {
      const answer = await who.post('/pay_categories', { name: `类型${random.int(1, 40)}` })
      if (answer.code === 0) scene.categories.push(answer.data.id)
      return answer
    },
  ],
  [
    'delete payment type',
    (scene, who, random) => who.delete(`/pay_categories/${random.pick(scene.categories) ?? '0'}`),
  ],
  [
    'import',
    async (scene, who, random) => {
      const rows = Array.from({ length: 3 }, (_, n) => ({
        ...RIGHT,
        sequence: `${n % 2}`,
        pay_amount: `${random.int(1, 9_999)}`,
      }))
      const attachment_code = await uploadTo(who, await bookOf(rows))
      const answer = await who.post('/cost_executions/import', { attachment_code })
      if (answer.code !== 0) return answer
      expect(answer.data).toMatchObject({ status: 'succeeded', total: 3 })
      const { data } = await who.get('/cost_executions', { import_code: answer.data.import_code })
      scene.contested.push(...data.items.map((item: { code: string }) => item.code))
      return answer
    },
  ],
]

/** A payment of this sum, sometimes over two lines, with a subject, type and invoice that somebody else may be deleting or linking. */
function bodyOf(
  { world, subjects, categories, invoices }: Scene,
  fen: bigint,
  random: Random,
  lineCode: string | null,
) {
  const part = random.chance(0.5) ? 0n : 100n
  const line = (amount: bigint, first: boolean) =>
    world.line({
      ...(first && lineCode && { code: lineCode }),
      pay_amount: yuan(amount),
      voucher_category: random.pick(['1', '2', null]),
      pay_channel: random.pick(['1', '2']),
      ...(random.chance(0.2) && subjects.length > 0 && { subject_three_code: random.pick(subjects) }),
      ...(random.chance(0.2) && categories.length > 0 && { pay_category_id: random.pick(categories) }),
      ...(first && random.chance(0.3) && { check_invoice_code: random.pick(invoices) }),
    })
  const lines = part === 0n ? [line(fen, true)] : [line(fen - part, true), line(part, false)]
  return world.body(
    { pay_at: `2026-11-${random.int(10, 28)}`, payer: random.pick(['甲', '乙', '丙']) },
    lines,
  )
}

/** Counts the answer. Only success, not found, stale version and a broken rule are allowed while others work. */
function note(scene: Scene, what: string, answer: Answer): void {
  expect([0, 404, 409, 422], `${what}: ${answer.status} ${answer.msg}`).toContain(answer.code)
  const key = `${what} ${answer.code}`
  scene.tally.set(key, (scene.tally.get(key) ?? 0) + 1)
}

async function expectNothingLost({ world, shared, edits }: Scene): Promise<void> {
  for (const code of shared) {
    const { data } = await world.clerk.get(`/cost_executions/${code}`)
    const count = edits.get(code) ?? 0
    expect([code, data.version, data.pay_amount_yuan]).toEqual([code, 1 + count, yuan(START + BigInt(count))])
  }
}
