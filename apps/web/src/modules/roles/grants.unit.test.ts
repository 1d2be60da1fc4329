import { RESOURCES } from '@pianzhang/contract/permissions'
import { describe, expect, it, test } from 'vitest'
import { freePlaces, permissionsOf, stateOf, type Ticks, tick, tickAll, ticksOf } from './grants.ts'

const all = freePlaces(RESOURCES, {}, () => true)
const ofRow = (model: string) => all.filter((place) => place.model === model)

describe('one box', () => {
  it('ticks reading with writing and with deleting', () => {
    expect(tick({}, 'role', 'write', true)).toEqual({ role: ['read', 'write'] })
    expect(tick({ user: ['read'] }, 'role', 'delete', true)).toEqual({
      user: ['read'],
      role: ['read', 'delete'],
    })
  })

  it('clears the row with reading, and only itself else', () => {
    const row: Ticks = { role: ['read', 'write', 'delete'] }
    expect(tick(row, 'role', 'read', false)).toEqual({})
    expect(tick(row, 'role', 'write', false)).toEqual({ role: ['read', 'delete'] })
  })

  it('is the same whichever way it was reached', () => {
    const there = tick(tick({}, 'role', 'delete', true), 'user', 'read', true)
    const back = tick(
      tick(tick(there, 'role', 'write', true), 'role', 'write', false),
      'role',
      'delete',
      true,
    )
    expect(back).toEqual(there)
  })
})

describe('several boxes', () => {
  it('are those that a resource offers', () => {
    expect(ofRow('overview')).toEqual([{ model: 'overview', box: 'read' }])
    expect(ofRow('invoice').map(({ box }) => box)).toEqual(['read', 'write'])
  })

  it('are all ticked, from none and from some, and then cleared', () => {
    const row = ofRow('role')
    const starts: [string, Ticks][] = [
      ['none', {}],
      ['some', { role: ['read'] }],
    ]
    for (const [state, start] of starts) {
      expect(stateOf(start, row)).toBe(state)
      const full = tickAll(start, row)
      expect(stateOf(full, row)).toBe('all')
      expect(tickAll(full, row)).toEqual({})
    }
    expect(stateOf({}, [])).toBe('none')
  })

  it('leave out what the editor lacks, unless the role has it', () => {
    const stored: Ticks = { role: ['read', 'delete'] }
    const free = freePlaces(RESOURCES, stored, (model, box) => model === 'user' && box !== 'delete')
    expect(free).toEqual([
      { model: 'user', box: 'read' },
      { model: 'user', box: 'write' },
      { model: 'role', box: 'read' },
      { model: 'role', box: 'delete' },
    ])
    expect(tickAll(stored, free)).toEqual({ user: ['read', 'write'], role: ['read', 'delete'] })
  })
})

test('the body leaves out what is empty, and sends a cleared entry with its code', () => {
  const entries = [
    { code: 'e1', resource_model: 'order', actions: ['read', 'write', 'payment'] },
    { code: 'e2', resource_model: 'overview', actions: ['read', 'export'] },
  ]
  const ticks = ticksOf(entries)
  expect(ticks).toEqual({ order: ['read', 'write'], overview: ['read'] })
  expect(permissionsOf(RESOURCES, {}, [])).toEqual([])
  expect(
    permissionsOf(RESOURCES, tick(tick(ticks, 'overview', 'read', false), 'role', 'write', true), entries),
  ).toEqual([
    { code: 'e1', resource_model: 'order', actions: ['read', 'write'] },
    { resource_model: 'role', actions: ['read', 'write'] },
    { code: 'e2', resource_model: 'overview', actions: [] },
  ])
})
