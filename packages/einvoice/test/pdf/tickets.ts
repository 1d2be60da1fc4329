import type { TestRun } from './make-pdf.ts'

const HEIGHT = 400

const at = (x: number, top: number, text: string, size = 10): TestRun => ({ x, y: HEIGHT - top, text, size })

/** An electronic railway ticket: label and value in one text. `fare`: the words of its amount. */
export const railRuns = (
  number: string,
  { date = '2026年04月23日', fare = '票价:￥56.00' } = {},
): TestRun[] => [
  at(200, 44, '电子发票（铁路电子客票）', 16),
  at(30, 74, `发票号码:${number}`),
  at(420, 74, `开票日期:${date}`),
  at(60, 114, '北京南站', 18),
  at(260, 114, 'G1234', 14),
  at(420, 114, '上海虹桥站', 18),
  at(60, 154, '2026年04月20日'),
  at(180, 154, '08:20开'),
  at(60, 184, fare),
  at(60, 214, '1101011990****0013'),
  at(240, 214, '某乘客'),
  at(60, 244, '电子客票号:3913262100042300000000001'),
  at(60, 274, '购买方名称:星河（北京）影视有限公司'),
  at(330, 274, '统一社会信用代码:91110105MA01JH69XW'),
]

/** A bill of the treasury: its number has ten digits, its code eight. */
export const billRuns = (number: string): TestRun[] => [
  at(180, 44, '北京市非税收入统一票据（电子）', 16),
  at(30, 74, '票据代码：11010126'),
  at(420, 74, `票据号码：${number}`),
  at(30, 94, '交款人统一社会信用代码：91110105MA01JH69XW'),
  at(420, 94, '校验码：ab12cd'),
  at(30, 114, '交款人：星河（北京）影视有限公司'),
  at(420, 114, '开票日期：2026-03-05'),
  at(30, 264, '金额合计（大写）'),
  at(120, 264, '伍佰元整'),
  at(330, 264, '（小写）'),
  at(380, 264, '500.00'),
  at(30, 304, '收款单位（章）：某某场馆管理处'),
  at(330, 304, '复核人：王芳'),
]

/** An electronic air ticket: its amounts stand below their titles. */
export const airRuns = (number: string): TestRun[] => [
  at(180, 44, '电子发票（航空运输电子客票行程单）', 14),
  at(30, 74, `发票号码:${number}`),
  at(420, 74, '填开日期:2026年04月23日'),
  at(30, 104, '旅客姓名 某旅客'),
  ...(
    [
      [30, '票价', 'CNY 800.00'],
      [120, '燃油附加费', 'CNY 36.70'],
      [200, '增值税税率', '9%'],
      [290, '增值税税额', 'CNY 75.30'],
      [380, '民航发展基金', 'CNY 50.00'],
      [470, '其他税费', ''],
      [540, '合计', 'CNY 962.00'],
    ] as const
  ).flatMap(([x, title, value]) => [at(x, 254, title, 9), ...(value ? [at(x, 270, value, 9)] : [])]),
  at(30, 300, '填开单位:某某航空服务有限公司'),
  at(30, 330, '购买方名称:星河（北京）影视有限公司'),
  at(300, 330, '统一社会信用代码/纳税人识别号:91110105MA01JH69XW'),
]
