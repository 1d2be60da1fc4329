/** What `typing` types: made once, the same for both versions. Texts by the names of the fields; amounts in yuan. */

export type TypedRecord = Readonly<Record<string, string | number>>

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const days = ['20260921', '20260922', '20260923', '20260924', '20260925']

/** Two thirds of what people pay are round sums. */
const SUMS = [12_000, 860.5, 60_000, 1_500_000, 3_250, 18_000, 475.8, 240_000, 9_999.9, 6_000_000]
const PAYEES = [
  ...['华光器材租赁', '云港酒店', '老周车队', '青木置景', '蓝盒数字', '盛元餐饮', '星野服饰'],
  ...['长风保险', '平川航拍', '海石道具', '禾木灯光', '远山场地', '微澜声音', '白鹭票务'],
  ...['三原木业', '江南布艺', '北站货运', '同心安保', '松涛印务', '晨曦后期'],
]
const REASONS = ['首期款', '周租金', '尾款', '押金', '加班费', '补差价']

/** Twenty payments of five days, each to another payee; those of a day are of one department. */
export const paymentsTyped = (subjects: readonly string[]): TypedRecord[] =>
  PAYEES.map((payee, index) => ({
    付款时间: at(days, Math.floor(index / 4)),
    付款方: payee,
    '部门/岗位': at(['摄影组', '制片组', '美术组', '灯光组', '录音组'], Math.floor(index / 4)),
    摘要: at(REASONS, index),
    科目: at(subjects, Math.floor(index / 2)),
    '付款金额（元）': at(SUMS, index),
    付款方式: index % 4 === 3 ? '现金' : '银行转账',
    付款类型: at(['进度款', '进度款', '尾款'], index),
  }))

/** Thirty lines of a budget, one a subject. */
export const budgetsTyped = (subjects: readonly string[]): TypedRecord[] =>
  subjects.slice(0, 30).map((subject, index) => ({
    科目: subject,
    '单价（元）': at([18_000, 350, 1_200_000, 2_680, 50_000, 99.5], index),
    数量: at(['60', '12', '1', '3.5', '45'], index),
    单位: at(['日', '日', '日', '集', '项'], Math.floor(index / 3)),
  }))

/** Forty details of petty cash: eight people of the crew, each with five of one day. */
export const pettyCashTyped = (subjects: readonly string[]): TypedRecord[] =>
  Array.from({ length: 40 }, (_, index) => {
    const person = Math.floor(index / 5)
    return {
      付款时间: at(days, Math.floor(person / 2)),
      '付款金额（元）': at([35, 128.6, 1_200, 20_000, 62, 460, 18.5], index),
      付款方: at(['李道具', '王场务', '赵司机', '陈服装', '孙化妆', '周灯光', '吴录音', '郑统筹'], person),
      '部门/岗位': at(['道具组', '场务组', '车队', '服装组', '化妆组', '灯光组', '录音组', '统筹'], person),
      科目: at(subjects, Math.floor(index / 3)),
      付款方式: person % 2 === 0 ? '现金' : '微信',
      摘要: at(['木料', '矿泉水', '加油', '停车', '胶带', '打印'], index),
    }
  })
