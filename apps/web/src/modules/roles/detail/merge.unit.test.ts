import { expect, test } from 'vitest'
import { mergeEdits } from '../../../ui/form/conflict/merge.ts'
import type { Resource, Ticks } from '../grants.ts'
import { fieldsOf, flatOf, ticksIn } from './merge.ts'

const RESOURCES: Resource[] = [
  { name: '付款', model: 'cost_execution', actions: ['read', 'write', 'delete'] },
  { name: '收款', model: 'investment_execution', actions: ['read', 'write', 'delete'] },
  { name: '合同', model: 'contract', actions: ['read', 'write', 'delete'] },
]
const WORDS = { name: '财务', desc: '记账' }
const flat = (ticks: Ticks, words = WORDS) => flatOf(words, ticks, RESOURCES)

test('two people who change rights on different resources keep both; on one resource it is asked', () => {
  const base = { cost_execution: ['read'], contract: ['read', 'write'] } as const
  const mine = { ...base, investment_execution: ['read'], contract: ['read'] } as const
  const latest = { cost_execution: ['read', 'write'], contract: ['read', 'write', 'delete'] } as const
  const { values, disputed, taken } = mergeEdits(
    fieldsOf(RESOURCES),
    flat(base),
    flat(mine, { name: '财务一', desc: '记账' }),
    flat(latest, { name: '财务', desc: '记账和审核' }),
  )
  const { name, desc, ...rights } = values
  expect([name, desc]).toEqual(['财务一', '记账和审核'])
  expect(ticksIn(rights, mine)).toEqual({
    cost_execution: ['read', 'write'],
    investment_execution: ['read'],
    contract: ['read'],
  })
  expect(taken.map(({ label }) => label)).toEqual(['权限描述', '付款权限'])
  expect(disputed.map((field) => [field.label, field.text(flat(latest))])).toEqual([
    ['合同权限', '查看、新增/编辑、删除（归档）'],
  ])
})
