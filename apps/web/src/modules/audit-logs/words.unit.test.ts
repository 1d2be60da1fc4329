import type { AuditLog } from '@pianzhang/contract/audit-logs'
import { expect, it } from 'vitest'
import { recordOf } from './words.ts'

it.each([
  ['FK202611231993 某某商行 5568.80元', 'FK202611231993 某某商行 5,568.80元'],
  ['2 个项目，13600.00 元', '2 个项目，13,600.00 元'],
  ['备用金总额 -1200000.00元', '备用金总额 -1,200,000.00元'],
  ['HT-2026-009 单次提醒 2026-11-23', 'HT-2026-009 单次提醒 2026-11-23'],
])('%s is shown as %s', (record, shown) => expect(recordOf({ record } as AuditLog)).toBe(shown))
