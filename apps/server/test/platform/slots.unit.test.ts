import { expect, test, vi } from 'vitest'
import { NoSlot, Slots } from '../../src/platform/slots.ts'

const signal = new AbortController().signal
const of = (person: string, company = 'c') => ({ person, company })
/** Requests slots in this order; returns who has got one so far, in order, and the release functions. */
function crowd(slots: Slots, ...people: string[]) {
  const got: string[] = []
  const held = new Map<string, () => void>()
  for (const name of people)
    void slots.acquire(of(name.slice(0, 1)), { signal }).then(({ release }) => {
      got.push(name)
      held.set(name, release)
    })
  return { got, held }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a person at their bound is overtaken by others', async () => {
  const slots = new Slots({ total: 2, perPerson: 1 })
  const { got, held } = crowd(slots, 'a1', 'a2', 'a3', 'b1', 'c1')
  await settled()
  expect(got).toEqual(['a1', 'b1'])
  held.get('b1')?.()
  await settled()
  expect(got).toEqual(['a1', 'b1', 'c1'])
  held.get('a1')?.()
  await settled()
  expect(got.at(-1)).toBe('a2')
})

test('further requests of one person queue after the first ones of later people, but not for ever', async () => {
  const slots = new Slots({ total: 1, perPerson: 1 })
  const { got, held } = crowd(slots, 'a1', 'a2', 'a3', 'b1', 'b2', 'c1')
  for (let times = 0; times < 6; times += 1) {
    await settled()
    held.get(got.at(-1) ?? '')?.()
  }
  expect(got).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  // A person who comes back starts with the current round.
  expect(slots.taken).toBe(0)
  const late = crowd(slots, 'd1', 'a4', 'e1')
  for (let times = 0; times < 3; times += 1) {
    await settled()
    late.held.get(late.got.at(-1) ?? '')?.()
  }
  expect(late.got).toEqual(['d1', 'a4', 'e1'])
})

test('a company leaves slots for the others', async () => {
  const slots = new Slots({ total: 3, perPerson: 3, perCompany: 2 })
  for (const person of ['a', 'b']) await slots.acquire(of(person), { signal })
  await expect(slots.acquire(of('d'), { signal, timeoutMs: 1 })).rejects.toEqual(new NoSlot('perCompany'))
  await slots.acquire(of('x', 'other'), { signal })
  await expect(slots.acquire(of('y', 'third'), { signal, timeoutMs: 1 })).rejects.toEqual(new NoSlot('total'))
})

test('a waiting request is told its position when it changes; one that gives up leaves the queue', async () => {
  const slots = new Slots({ total: 1, perPerson: 1, waitingPerPerson: 2 })
  const { release } = await slots.acquire(of('a'), { signal })
  const gone = new AbortController()
  const [first, second] = [vi.fn(), vi.fn()]
  const left = slots.acquire(of('b'), { signal: gone.signal, onWaiting: first })
  const next = slots.acquire(of('c'), { signal, onWaiting: second })
  expect([first.mock.calls, second.mock.calls]).toEqual([[[0]], [[1]]])
  gone.abort()
  await expect(left).rejects.toThrow('aborted')
  expect(second.mock.calls).toEqual([[1], [0]])
  release()
  release()
  await (await next).release()
  expect([slots.taken, slots.waiting]).toEqual([0, 0])
})

test('the queue is limited per person; closing refuses waiting requests', async () => {
  const slots = new Slots({ total: 1, perPerson: 1, waitingPerPerson: 1 })
  await slots.acquire(of('a'), { signal })
  const waiting = slots.acquire(of('a'), { signal })
  await expect(slots.acquire(of('a'), { signal })).rejects.toEqual(new NoSlot('waitingPerPerson'))
  const refused = expect(waiting).rejects.toEqual(new NoSlot('closed'))
  slots.close()
  await refused
  await expect(slots.acquire(of('b'), { signal })).rejects.toEqual(new NoSlot('closed'))
  expect([slots.taken, slots.waiting]).toEqual([1, 0])
})
