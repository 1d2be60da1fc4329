import { z } from 'zod'
import { nonZeroField } from './money.ts'
import { code, version } from './page.ts'
import { optionalName } from './text.ts'

/** Shares of the contract's amount by level-three subject; together they replace all that it had. */
export const allocationsBody = z.object({
  items: z
    .array(
      z.object(
        {
          subject_code: z.string('请选择科目').min(1, '请选择科目').pipe(code),
          amount: nonZeroField('分摊金额'),
        },
        '格式不正确',
      ),
      '请填写分摊',
    )
    .max(200, '最多分摊到200个科目')
    .superRefine((items, ctx) => {
      const seen = new Set<string>()
      for (const [index, { subject_code }] of items.entries()) {
        if (seen.has(subject_code))
          ctx.addIssue({
            code: 'custom',
            path: [index, 'subject_code'],
            message: '科目重复',
            input: subject_code,
          })
        seen.add(subject_code)
      }
    }),
  version,
})
export type AllocationsBody = z.output<typeof allocationsBody>

/** `settled`: nothing more is to be paid, for this reason. */
export const settlementBody = z
  .object({ settled: z.boolean('请选择是否结清'), reason: optionalName, version })
  .superRefine(({ settled, reason }, ctx) => {
    if (settled && reason === '')
      ctx.addIssue({ code: 'custom', path: ['reason'], message: '请输入结清原因', input: reason })
  })
export type SettlementBody = z.output<typeof settlementBody>
