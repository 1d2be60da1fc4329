import { expect, test } from 'vitest'
import { lackedBy, lockedBy, writtenOffAmong } from './writtenOff.ts'

const file = { code: 'a', file_name: 'a.png', file_size: 1, file_url: '/a' }
const voucher = { voucher_category_code: '1', voucher_category_i18n: '增值税专用发票' }
const open = {
  write_off_at: null,
  voucher_category: voucher,
  face_tax_rate: '13%',
  voucher_attachments: [file],
}
const settled = { ...open, write_off_at: '2026-11-22T00:30:00.000+08:00' }

test('an open detail says what it lacks, one that is written off lacks nothing', () => {
  expect(lackedBy(open)).toEqual([])
  expect(lackedBy({ ...open, voucher_category: null, face_tax_rate: '' })).toEqual(['凭证类型', '票面税率'])
  expect(lackedBy({ ...open, voucher_attachments: [] })).toEqual(['凭证图片'])
  expect(lackedBy({ ...settled, voucher_attachments: [] })).toEqual([])
})

test('what is written off is neither edited nor deleted, alone or among others', () => {
  expect(lockedBy(open)).toBeUndefined()
  expect(lockedBy(settled)).toContain('2026-11-22')
  expect(writtenOffAmong([open, open])).toBeUndefined()
  expect(writtenOffAmong([open, settled, settled])).toBe(
    '所选 3 条中有 2 条已核销，不能删除，请取消选择后重试',
  )
})
