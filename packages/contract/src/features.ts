import { z } from 'zod'

/**
 * The parts of the product that a company's super administrator switches. Off: no menu entry, column, field or button of it; its routes answer
 * 403; its data stays. `initial`: whether a new company has it on.
 */
export const FEATURES = [
  {
    feature: 'cost_report',
    name: '成本报表',
    text: '按科目预计总成本与超支，出具周报，锁定预算并登记调剂。',
    initial: true,
  },
  {
    feature: 'payable',
    name: '付款计划',
    text: '为合同安排分期付款，列出待付清单，预测资金缺口。',
    initial: false,
  },
  {
    feature: 'approval',
    name: '付款审批',
    text: '付款先提交申请，按金额逐级在手机上审批，通过后自动记账。',
    initial: false,
  },
  {
    feature: 'payee',
    name: '收款人库',
    text: '集中保管收款人与账号，提醒重复付款与账号变更，生成网银批量文件。',
    initial: true,
  },
  {
    feature: 'labor_tax',
    name: '劳务个税',
    text: '计算劳务费与稿费的个人所得税（税前、税后互算），按月汇总申报，登记缴税。',
    initial: false,
  },
  {
    feature: 'missing_invoice',
    name: '欠票',
    text: '按付款方和账龄列出尚缺合格发票的付款，复制催票信息，批量补票；一张发票可分用于多条明细，一条明细可关联多张发票。',
    initial: true,
  },
] as const satisfies readonly { feature: string; name: string; text: string; initial: boolean }[]

export type Feature = (typeof FEATURES)[number]['feature']
export const FEATURE_NAMES = FEATURES.map(({ feature }) => feature) as [Feature, ...Feature[]]

const items = z
  .array(
    z.object(
      {
        feature: z.enum(FEATURE_NAMES, '功能不存在'),
        on: z.boolean('请选择是否启用'),
      },
      '格式不正确',
    ),
    '请选择功能',
  )
  .min(1, '请选择功能')
  .max(FEATURES.length, '功能不能重复')
  .superRefine((given, ctx) => {
    for (const [index, { feature }] of given.entries())
      if (given.findIndex((one) => one.feature === feature) < index)
        ctx.addIssue({ code: 'custom', path: [index, 'feature'], message: '功能不能重复', input: feature })
  })

/** Features that are not named stay as they are. */
export const featuresBody = z.object({ items })
export type FeaturesBody = z.output<typeof featuresBody>

/** All features, in the order of the page. `can.write`: the super administrator. */
export const featuresAnswer = z.object({
  items: z.array(
    z.object({ feature: z.enum(FEATURE_NAMES), name: z.string(), text: z.string(), on: z.boolean() }),
  ),
  can: z.object({ write: z.boolean() }),
})
export type FeaturesAnswer = z.output<typeof featuresAnswer>
