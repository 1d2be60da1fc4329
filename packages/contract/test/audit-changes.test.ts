import { describe, expect, test } from 'vitest'
import { changesOf } from '../src/audit-changes.ts'
import { isLines } from '../src/audit-lines.ts'
import { AUDIT_RESOURCES } from '../src/audit-logs.ts'
import { LOGGED_FIELDS, LOGGED_ORDER_STATUSES, unknownNames } from '../src/audit-words.ts'
import { ORDER_STATUSES } from '../src/orders.ts'

const of = (
  resource: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
) => changesOf({ resource, before, after })

describe('changes', () => {
  test('a field that was filled in, cleared, changed or left', () => {
    expect(
      of(
        'project',
        { name: '甲', director: '', desc: '旧', main_character: '' },
        { name: '甲', director: '李', desc: '', main_character: '' },
      ).fields,
    ).toEqual([
      { label: '项目名称', state: 'same', before: '甲', after: '甲' },
      { label: '总导演', state: 'added', before: '', after: '李' },
      { label: '故事梗概', state: 'removed', before: '旧', after: '' },
    ])
    expect(of('project', null, { name: '甲' }).fields).toMatchObject([{ state: 'added' }])
    expect(of('project', { name: '甲' }, null).fields).toMatchObject([{ state: 'removed' }])
    expect(of('user', null, null)).toEqual({ fields: [], lists: [] })
  })

  test('amounts have separators, codes are words, instants are short', () => {
    expect(
      of(
        'contract',
        { amount_yuan: '-1234567.50', category: { category_code: '2', category_i18n: '制作合同' } },
        null,
      ).fields,
    ).toMatchObject([{ before: '制作合同' }, { before: '-1,234,567.50 元' }])
    expect(
      of('invoice', { status: 2, invoice_type: '32' }, { status: 0, invoice_type: '99' }).fields,
    ).toMatchObject([
      { label: '查验状态', before: '待查验', after: '查验通过' },
      { label: '发票类型', before: '数电票(普通)', after: '其他发票' },
    ])
    expect(of('project', null, { archive_at: '2026-11-21T08:00:00.123+08:00' }).fields[0]?.after).toBe(
      '2026-11-21 08:00:00',
    )
    expect(of('company', null, { stopped: true }).fields).toMatchObject([{ label: '服务', after: '已停止' }])
  })

  test('a masked number, or as many other pictures, that look the same are said to be others', () => {
    const number = { id_number: '911***********CD2X' }
    expect(of('contract', number, { ...number, changed_numbers: ['id_number'] }).fields).toEqual([
      {
        label: '证件号码',
        state: 'changed',
        before: '911***********CD2X',
        after: '911***********CD2X（已更换）',
      },
    ])
    expect(of('contract', number, number).fields[0]?.state).toBe('same')
    expect(
      of('imprest', { voucher_attachments: ['a'] }, { voucher_attachments: ['b'] }).fields,
    ).toMatchObject([{ state: 'changed', before: '1 张', after: '1 张（已更换）' }])
  })

  test('lines are compared by their code, wherever they stand', () => {
    const line = (code: string, subject_three_name: string, remark = '') => ({
      code,
      subject_three_name,
      remark,
    })
    const { lists } = of(
      'cost_execution',
      { cost_execution_details: [line('a', '甲'), line('b', '乙'), line('c', '丙')] },
      { cost_execution_details: [line('c', '丙', '改'), line('a', '甲'), line('d', '丁')] },
    )
    expect(lists).toMatchObject([
      {
        label: '付款明细',
        same: 1,
        lines: [
          { title: '第 2 条 乙', state: 'removed' },
          { title: '第 1 条 丙', state: 'changed', fields: [{ label: '备注', state: 'added', after: '改' }] },
          { title: '第 3 条 丁', state: 'added' },
        ],
      },
    ])
  })

  test('the rights of a role, by resource', () => {
    const { lists } = of(
      'role',
      { permissions: ['付款：查看', '合同：查看'] },
      { permissions: ['付款：查看、导出', '合同：查看'] },
    )
    expect(lists).toMatchObject([
      {
        label: '权限',
        same: 1,
        lines: [{ title: '付款', fields: [{ label: '允许', before: '查看', after: '查看、导出' }] }],
      },
    ])
  })

  test('a list that was only counted', () => {
    expect(of('cost_execution', null, { cost_execution_details: { $count: 300 } })).toEqual({
      fields: [{ label: '付款明细', state: 'added', before: '', after: '共 300 项' }],
      lists: [],
    })
  })

  test('a field without words is shown by its name', () => {
    expect(of('project', null, { budget: { a: 1 } }).fields).toMatchObject([
      { label: 'budget', after: '{"a":1}' },
    ])
  })
})

describe('words', () => {
  test('an order has the status that its list shows', () => {
    expect(LOGGED_ORDER_STATUSES).toEqual(
      Object.fromEntries(ORDER_STATUSES.map(({ name, label }) => [name, label])),
    )
    expect(of('order', { status: 'pending' }, { status: 'cancelled' }).fields).toMatchObject([
      { label: '订单状态', before: '待付款', after: '已取消' },
    ])
  })

  test('every resource of an entry has its fields', () => {
    expect(Object.keys(LOGGED_FIELDS).sort()).toEqual(
      [...AUDIT_RESOURCES.map(({ value }) => value), 'overview'].sort(),
    )
  })

  test('what has none is found, at any depth', () => {
    expect(unknownNames('nothing', {})).toEqual(['nothing'])
    expect(unknownNames('project', { name: '', budget: 1 })).toEqual(['budget'])
    expect(
      unknownNames('cost_execution', { cost_execution_details: [{ code: '' }, { rate: 1 }, { rate: 2 }] }),
    ).toEqual(['cost_execution_details.rate'])
    expect(unknownNames('project', null)).toEqual([])
  })

  test('no two fields of a resource that a person sees together have the same words', () => {
    for (const [resource, fields] of Object.entries(LOGGED_FIELDS)) {
      const labels = Object.values(fields).flatMap((field) => (field ? [field.label] : []))
      // 项目总数 may occur twice: the quota of a new company, and the quota after a grant.
      const twice = labels.filter((label, index) => labels.indexOf(label) !== index && label !== '项目总数')
      expect(twice, resource).toEqual([])
      for (const field of Object.values(fields))
        if (field && isLines(field)) expect(field.fields).not.toEqual({})
    }
  })
})
