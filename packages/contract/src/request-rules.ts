import { z } from 'zod'
import { dateInput } from './calendar.ts'
import { amountField, amountOutput, positiveField } from './money.ts'
import { code, orNull, version } from './page.ts'

// The rules of approval as the API takes and answers them; who stands in for whom.

export const MAX_BANDS = 10
export const MAX_STEPS = 5
const band = z.object(
  {
    from: amountField('起始金额', (fen) => (fen < 0n ? '起始金额不能小于0' : undefined)),
    /** Codes of roles or of people; of each step one of its people decides. None: the payment is booked at once. */
    steps: z
      .array(
        z
          .array(code, '请选择审批人')
          .min(1, '请选择审批人')
          .max(20, '每步最多20个审批人')
          .refine((codes) => new Set(codes).size === codes.length, '审批人重复'),
        '请选择审批人',
      )
      .max(MAX_STEPS, `最多${MAX_STEPS}步`),
  },
  '格式不正确',
)
export const approvalRulesBody = z.object({
  on: z.boolean('请选择是否启用'),
  self_approve: z.boolean('请选择发起人可否审批'),
  /** The largest amount that a detail of petty cash may have; null: no limit. Without the field the stored limit stays. */
  imprest_limit: z
    .preprocess((value) => (value === '' ? null : value), positiveField('备用金单笔上限').nullable())
    .optional(),
  bands: z
    .array(band, '请设置金额档')
    .min(1, '请设置金额档')
    .max(MAX_BANDS, `最多${MAX_BANDS}档`)
    .superRefine((bands, ctx) => {
      for (const [index, { from }] of bands.entries()) {
        const before = bands[index - 1]
        if (index === 0 && from !== 0n)
          ctx.addIssue({ code: 'custom', path: [0, 'from'], message: '第一档须从0开始', input: from })
        if (before && from <= before.from)
          ctx.addIssue({
            code: 'custom',
            path: [index, 'from'],
            message: '起始金额须大于上一档',
            input: from,
          })
      }
    }),
  version,
})
export type ApprovalRulesBody = z.output<typeof approvalRulesBody>

const approver = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(['role', 'user']),
})
export type Approver = z.output<typeof approver>

/** Who stands in for whom, both days included. */
const deputy = z.object({
  user_code: z.string(),
  user_name: z.string(),
  deputy_code: z.string(),
  deputy_name: z.string(),
  start_at: z.string(),
  end_at: z.string(),
})
export type Deputy = z.output<typeof deputy>

export const approvalRules = z.object({
  on: z.boolean(),
  self_approve: z.boolean(),
  imprest_limit_yuan: amountOutput.nullable(),
  /** `names` of the codes in `steps`; empty for a role or person that was deleted. */
  bands: z.array(
    z.object({
      from_yuan: amountOutput,
      steps: z.array(z.array(z.object({ code: z.string(), name: z.string() }))),
    }),
  ),
  version: z.number().int(),
  /** Roles and people that may be chosen; `people`: those who may stand in. */
  approvers: z.array(approver),
  /** Of today and of days to come. */
  deputies: z.array(deputy),
  /** `write`: change the rules; `deputy`: name one's own deputy. */
  can: z.object({ write: z.boolean(), deputy: z.boolean() }),
})
export type ApprovalRules = z.output<typeof approvalRules>

/** What who writes payments has to know: which of them people have to approve. */
export const approvalBands = approvalRules.pick({ on: true, bands: true })
export type ApprovalBands = z.output<typeof approvalBands>

/** One's own deputy; without a code there is none any more. */
export const deputyBody = z
  .object({ deputy_code: orNull(code), start_at: orNull(dateInput), end_at: orNull(dateInput) })
  .superRefine(({ deputy_code, start_at, end_at }, ctx) => {
    if (deputy_code === null) return
    const wrong = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message, input: null })
    if (start_at === null) wrong('start_at', '请选择开始日期')
    if (end_at === null) wrong('end_at', '请选择结束日期')
    if (start_at !== null && end_at !== null && end_at < start_at) wrong('end_at', '结束日期不能早于开始日期')
  })
export type DeputyBody = z.output<typeof deputyBody>
