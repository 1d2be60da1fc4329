import { readFileSync } from 'node:fs'

/** The content of the demo's ledger. Names are invented; subjects are numbers of the default subject tree. */

/** What a contract calls an instalment, its payment type, its share of the amount in percent, and the shooting day it is due. */
type Instalment = readonly [
  title: string,
  category: '定金' | '预付款' | '进度款' | '尾款',
  percent: number,
  day: number,
]

const every = (days: number, from: number, count: number, percent: number): Instalment[] =>
  Array.from({ length: count }, (_, index) => [`第${index + 1}期`, '进度款', percent, from + index * days])

/** Payment plans of contracts. Instalments due after the last shooting day stay unpaid. */
const PLANS = {
  artist: [
    ['定金', '定金', 10, 0],
    ['开机款', '进度款', 30, 18],
    ['过半款', '进度款', 30, 66],
    ['杀青款', '尾款', 30, 107],
  ],
  script: [
    ['定金', '定金', 30, 0],
    ['全集交稿款', '进度款', 40, 35],
    ['定稿款', '尾款', 30, 150],
  ],
  service: [
    ['首期服务款', '预付款', 30, 2],
    ['中期服务款', '进度款', 40, 45],
    ['结项款', '尾款', 30, 150],
  ],
  premium: [
    ['首期保费', '预付款', 60, 0],
    ['二期保费', '尾款', 40, 60],
  ],
  crew: [['预付款', '预付款', 20, 1], ...every(20, 20, 5, 12), ['杀青款', '尾款', 20, 109]],
  rent: [['定金', '定金', 10, 0], ...every(10, 10, 11, 8), ['结清款', '尾款', 2, 122]],
  works: [['预付款', '预付款', 30, 0], ...every(15, 12, 4, 12), ['验收款', '尾款', 22, 92]],
  post: [
    ['预付款', '预付款', 30, 60],
    ['首批交付款', '进度款', 20, 104],
    ['验收款', '尾款', 50, 200],
  ],
} as const satisfies Record<string, readonly Instalment[]>

/** The instalments of a party's contract: each party's are due a little later than those of the one before, as they signed later. */
export const instalmentsOf = (party: Party): Instalment[] =>
  PLANS[party.plan].map(([title, category, percent, day]) => [
    title,
    category,
    percent,
    day === 0 ? 0 : day + (PARTIES.indexOf(party) % 4),
  ])

/** A payee with a contract: who of the production pays it, its amount in yuan, and the subjects that each payment is split over by weight. */
export interface Party {
  party: string
  payer: string
  post: string
  category: string
  amount: number
  plan: keyof typeof PLANS
  voucher: string
  rate: string
  subjects: readonly (readonly [number: string, weight: number])[]
  summary: string
}

export const PARTIES: readonly Party[] = rowsOf('parties.csv').map((row) => ({
  party: row.party ?? '',
  payer: row.payer ?? '',
  post: row.post ?? '',
  category: row.category ?? '',
  amount: Number(row.amount),
  plan: row.plan as Party['plan'],
  voucher: row.voucher ?? '',
  rate: row.rate ?? '',
  subjects: weightsOf(row.subjects),
  summary: row.summary ?? '',
}))

/** Supplements of the parties' contracts: the party, what it adds in yuan, and why. */
export const SUPPLEMENTS = [
  { party: '北京远焦影视器材有限公司', amount: 360_000, remark: '增租第二套镜头及移动轨' },
  { party: '横店澜埠影视基地有限公司', amount: -200_000, remark: '取消夜景棚三日，租金相应调减' },
  { party: '杭州幻砾视效科技有限公司', amount: 650_000, remark: '新增轰炸戏特效镜头42个' },
] as const

/** A payee without a contract: paid by somebody of the production on a share `chance` of the shooting days, for subjects with a range of yuan each. */
export interface Trade {
  payee: string
  payer: string
  post: string
  chance: number
  voucher: string
  /** Null: a purchase that a member of the crew is reimbursed for. */
  rate: string | null
  subjects: readonly (readonly [number: string, from: number, to: number])[]
  summaries: readonly string[]
}

export const TRADES: readonly Trade[] = rowsOf('trades.csv').map((row) => ({
  payee: row.payee ?? '',
  payer: row.payer ?? '',
  post: row.post ?? '',
  chance: Number(row.chance),
  voucher: row.voucher ?? '',
  rate: row.rate || null,
  subjects: parts(row.subjects).map(([number = '', from, to]) => [number, Number(from), Number(to)]),
  summaries: (row.summaries ?? '').split('|'),
}))

/** An investor: the amount in yuan, and its instalments: shares in percent, on days counted from the first day of shooting. */
export interface Investor {
  investor: string
  type: string
  /** The contract's category; '' without a contract. */
  category: string
  amount: number
  /** The planned amount in yuan, and the investment premium (投资溢价). */
  budget: number
  variate: string
  instalments: readonly (readonly [percent: number, day: number])[]
  desc: string
}

export const INVESTORS: readonly Investor[] = rowsOf('investors.csv').map((row) => ({
  investor: row.investor ?? '',
  type: row.type ?? '',
  category: row.category ?? '',
  amount: Number(row.amount),
  budget: Number(row.budget),
  variate: row.variate ?? '',
  instalments: (row.instalments ?? '').split(' ').map((part) => {
    const [percent, day] = part.split(':').map(Number)
    return [percent ?? 0, day ?? 0]
  }),
  desc: row.desc ?? '',
}))

/** A line of the cost budget: price in yuan. */
export interface BudgetLine {
  subject: string
  unit_price: string
  quantity: string
  unit: string
  remark: string
}

/** The planned costs, chosen to fit the parties and trades above: most subjects stay below their budget, some exceed it. */
export const BUDGET: readonly BudgetLine[] = rowsOf('budget.csv').map((row) => ({
  subject: row.subject ?? '',
  unit_price: row.unit_price ?? '',
  quantity: row.quantity ?? '',
  unit: row.unit ?? '',
  remark: row.remark ?? '',
}))

export const EPISODES = 24

/** What a member of the crew pays in cash: with probability `chance` on each shooting day, an amount between `from` and `to` yuan. */
export const PETTY_CASH = rowsOf('petty-cash.csv').map((row) => ({
  payer: row.payer ?? '',
  post: row.post ?? '',
  chance: Number(row.chance),
  channel: row.channel ?? '',
  voucher: row.voucher ?? '',
  rate: row.rate ?? '',
  subjects: parts(row.subjects).map(([subject = '', from, to]) => ({
    subject,
    from: Number(from),
    to: Number(to),
  })),
  summaries: (row.summaries ?? '').split('|'),
}))

/**
 * What people ask to be paid, in yuan, over subjects by weight. `instalment`: that of the payee's contract with this title; '' without a contract.
 * `pictures`: how many.
 */
export interface Asked {
  key: string
  payee: string
  payer: string
  post: string
  summary: string
  subjects: Party['subjects']
  amount: number
  category: string
  voucher: string
  instalment: string
  pictures: number
}

export const REQUESTS: readonly Asked[] = rowsOf('payment-requests.csv').map((row) => ({
  key: row.key ?? '',
  payee: row.payee ?? '',
  payer: row.payer ?? '',
  post: row.post ?? '',
  summary: row.summary ?? '',
  subjects: weightsOf(row.subjects),
  amount: Number(row.amount),
  category: row.category ?? '',
  voucher: row.voucher ?? '',
  instalment: row.instalment ?? '',
  pictures: Number(row.pictures),
}))

/** Rows as objects by column title; a plain split, as no cell has a comma. */
function rowsOf(file: string): Record<string, string>[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [head = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(head.map((title, index) => [title, cells[index] ?? ''])))
}

/** Parses `24000101:4 24000102:3` (weights) or `27000201:9000-22000` (ranges) into [subject, …values]. */
function parts(text = ''): string[][] {
  return text.split(' ').map((part) => part.split(/[:-]/))
}

function weightsOf(text: string | undefined): Party['subjects'] {
  return parts(text).map(([number = '', weight]) => [number, Number(weight)])
}

export const CHANNELS = ['2', '2', '2', '3', '4', '5', '1'] as const

export const PROJECTS = {
  running: {
    name: '长河灯火',
    director: '周砚秋',
    main_character: '沈以宁、顾长风、罗小蔓',
    desc: '民国二十六年，运河码头上的一家灯具行在战火与商战之间，三代人守着一盏长明灯，也守着一条看不见的运输线。',
  },
  preparing: {
    name: '雪落青石巷',
    director: '何静远',
    main_character: '许知微、江牧野',
    desc: '南方小城一条将要拆迁的老巷，守着裁缝铺的母亲，和回来过最后一个冬天的一家人。十二集，筹备中。',
  },
  archived: {
    name: '山海新闻社',
    director: '何一鸣',
    main_character: '林朗、苏见微',
    desc: '一家地方报社的最后三年。',
  },
  expired: {
    name: '候鸟北归',
    director: '唐雨',
    main_character: '白川、方若禾、季明',
    desc: '三位离乡多年的姐妹因母亲的一封信回到北方小城，一起重开关停的国营照相馆。',
  },
} as const
