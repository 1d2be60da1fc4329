import type { TestRun } from './make-pdf.ts'

export interface FormItem {
  name: string[]
  spec?: string
  unit?: string
  quantity?: string
  price?: string
  amount: string
  rate: string
  tax: string
}

export interface Form {
  title?: string
  number?: string
  date?: string
  buyer?: string[]
  buyerNo?: string
  seller?: string[]
  sellerNo?: string
  items?: FormItem[]
  net?: string
  tax?: string
  total?: string
}

const HEIGHT = 400

export const FORM: Required<Form> = {
  title: '电子发票（普通发票）',
  number: '26427000000241649137',
  date: '2026年03月17日',
  buyer: ['星河（北京）影视有限公司'],
  buyerNo: '91110105MA01JH69XW',
  seller: ['无锡光影器材租赁有限公司'],
  sellerNo: '9132021156294X0012',
  items: [
    {
      name: ['*经营租赁*摄影机租赁', '费（含附件）'],
      spec: 'LF 35',
      unit: '台',
      quantity: '2',
      price: '96.4601769911504',
      amount: '192.92',
      rate: '13%',
      tax: '25.08',
    },
    {
      name: ['*餐饮服务*餐费'],
      unit: '次',
      quantity: '1',
      price: '28.76',
      amount: '28.76',
      rate: '6%',
      tax: '1.73',
    },
  ],
  net: '¥221.68',
  tax: '¥26.81',
  total: '¥ 248.49',
}

/**
 * The form of the fully digital invoice as its text layer draws it. The positions are those that public programs which read it have measured:
 * label and value are separate pieces with baselines some points apart, side titles are single characters, numbers are right-aligned.
 */
export function formRuns(changes: Form = {}): TestRun[] {
  const form = { ...FORM, ...changes }
  const runs: TestRun[] = []
  // `y` is the middle of the text from the top.
  const put = (x: number, y: number, text: string, size = 9) => {
    if (text) runs.push({ x, y: HEIGHT - y - size * 0.35, text, size })
  }
  const down = (x: number, y: number, step: number, texts: Iterable<string>) => {
    for (const [index, text] of [...texts].entries()) put(x, y + index * step, text)
  }
  const width = (text: string, size = 9) =>
    [...text].reduce((sum, sign) => sum + (sign < '\u0100' ? size / 2 : size), 0)
  const right = (x: number, y: number, text: string) => put(x - width(text), y, text)
  const centered = (x: number, y: number, text: string, size = 9) =>
    put(x - width(text, size) / 2, y, text, size)
  centered(295, 27, form.title, 18)
  put(440.5, 40, '发票号码：')
  put(486.5, 39.8, form.number)
  put(440.5, 57, '开票日期：')
  put(486.5, 56.2, form.date)
  down(19.5, 98, 11, '购买方信息')
  down(305.5, 98, 11, '销售方信息')
  put(34.5, 107.4, '名称：')
  put(322, 107.4, '名称：')
  down(59.5, 106.3 - (form.buyer.length - 1) * 5.5, 11, form.buyer)
  down(347, 106.3 - (form.seller.length - 1) * 5.5, 11, form.seller)
  put(34.5, 134, '统一社会信用代码/纳税人识别号：', 8.5)
  put(169, 133.5, form.buyerNo)
  put(322, 134, '统一社会信用代码/纳税人识别号：', 8.5)
  put(456, 133.5, form.sellerNo)
  for (const [x, title] of [
    [64.5, '项目名称'],
    [138.5, '规格型号'],
    [205, '单  位'],
    [279, '数  量'],
    [349, '单  价'],
    [422, '金  额'],
    [472, '税率/征收率'],
    [569, '税  额'],
  ] as const)
    centered(x, 159, title)
  let y = 170
  for (const item of form.items) {
    down(16, y, 13, item.name)
    put(122, y, item.spec ?? '')
    put(200.5, y, item.unit ?? '')
    right(292, y, item.quantity ?? '')
    right(362, y, item.price ?? '')
    right(434, y, item.amount)
    centered(475, y, item.rate)
    right(582.5, y, item.tax)
    y += 13 * item.name.length
  }
  put(60.5, 273, '合')
  put(105.5, 273, '计')
  right(434, 271.5, form.net)
  right(582.5, 271.5, form.tax)
  put(50.5, 291, '价税合计（大写）')
  put(182, 290, '贰佰肆拾捌圆肆角玖分')
  put(409.5, 291, '（小写）')
  put(446, 288.5, form.total)
  down(19.5, 318, 17, '备注')
  put(34.5, 308, '100201-0276-2120362')
  put(57.5, 378, '开票人：')
  put(93.5, 377, '王芳')
  return runs
}

/** The form before 数电票: code and check code, the parties one above the other, the cipher beside them. Its one line is `items[0]`. */
export function olderRuns(changes: Form & { code?: string; check?: string } = {}): TestRun[] {
  const form = { ...OLDER, ...changes }
  const [item = OLDER.items[0]!] = form.items
  const at = (x: number, y: number, text: string): TestRun => ({ x, y: HEIGHT - y, text })
  const right = (x: number, y: number, text: string) => at(x - text.length * 4.5, y, text)
  const side = (x: number, top: number, text: string) =>
    [...text].map((sign, index) => at(x, top + index * 16, sign))
  return [
    at(220, 30, form.title),
    at(430, 30, '发票代码:'),
    at(480, 30, form.code),
    at(430, 45, '发票号码:'),
    at(480, 45, form.number),
    at(430, 60, '开票日期:'),
    at(480, 60, form.date),
    at(430, 75, '校 验 码:'),
    at(480, 75, form.check),
    at(30, 75, '机器编号:'),
    at(80, 75, '661234567890'),
    ...side(20, 95, '购买方'),
    ...side(345, 95, '密码区'),
    at(35, 95, '名        称:'),
    at(105, 95, form.buyer.join('')),
    at(360, 95, '03*+<9/1234567890>'),
    at(35, 109, '纳税人识别号:'),
    at(105, 109, form.buyerNo),
    at(360, 109, '8<-*51234567890'),
    at(35, 123, '地 址、电 话:'),
    at(35, 137, '开户行及账号:'),
    at(40, 155, '货物或应税劳务、服务名称'),
    at(170, 155, '规格型号'),
    at(220, 155, '单位'),
    at(260, 155, '数 量'),
    at(320, 155, '单 价'),
    at(390, 155, '金 额'),
    at(450, 155, '税率'),
    at(520, 155, '税 额'),
    at(30, 170, item.name.join('')),
    right(422.5, 170, item.amount),
    at(450, 170, item.rate),
    right(547, 170, item.tax),
    at(60, 250, '合'),
    at(100, 250, '计'),
    right(414, 250, form.net),
    right(546.5, 250, form.tax),
    at(40, 268, '价税合计(大写)'),
    at(180, 268, '壹仟圆整'),
    at(420, 268, '(小写)'),
    at(455, 268, form.total),
    ...side(20, 285, '销售方'),
    ...side(345, 285, '备注'),
    at(35, 285, '名        称:'),
    at(105, 285, form.seller.join('')),
    at(360, 285, '项目：《长安》'),
    at(35, 299, '纳税人识别号:'),
    at(105, 299, form.sellerNo),
  ].filter(({ text }) => text !== '')
}

const OLDER = {
  title: '北京增值税电子普通发票',
  code: '011002000111',
  number: '12345678',
  date: '2024 年 03 月 05 日',
  check: '16630 28298 09915 10014',
  buyer: ['星河影视有限公司'],
  buyerNo: '91110105MA01JH69XW',
  seller: ['光影后期制作有限公司'],
  sellerNo: '91110108MA01XYZW3Q',
  items: [{ name: ['*广播影视服务*后期制作'], amount: '943.40', rate: '6%', tax: '56.60' }] as FormItem[],
  net: '￥943.40',
  tax: '￥56.60',
  total: '￥1000.00',
}
