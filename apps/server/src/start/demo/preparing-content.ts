/** The budget of the project in preparation, in yuan. */
const line = (subject: string, unit_price: string, quantity: string, unit: string, remark = '') => ({
  ...{ subject, unit_price, quantity, unit, remark },
})

export const PREPARING_BUDGET = {
  episodes: 12,
  lines: [
    line('10000101', '60000', '12', '集', '主笔，含两稿修改'),
    line('10000103', '60000', '12', '集'),
    line('10000402', '30000', '1', '项', '老巷采风两次'),
    line('11000101', '18000', '2', '月', '筹备期办公室'),
    line('11000201', '25000', '1', '项'),
    line('11000202', '32000', '1', '项', '三处老城勘景'),
    line('11000302', '20000', '1', '项'),
    line('12000202', '500000', '1', '人'),
    line('13000101', '125000', '12', '集'),
    line('13000201', '90000', '2', '月'),
    line('14000101', '180000', '12', '集', '待签约'),
    line('14000102', '160000', '12', '集', '待签约'),
    line('14000103', '80000', '12', '集', '三位主要配角合计'),
    line('14000301', '800', '120', '人'),
    line('14000302', '180', '1500', '人', '人次'),
    line('15000101', '45000', '3', '月'),
    line('15000301', '9000', '18', '月', '剧务六人'),
    line('16000101', '120000', '2', '月'),
    line('16000102', '60000', '2', '月'),
    line('17000101', '50000', '2', '月'),
    line('18000101', '45000', '2', '月'),
    line('19000101', '130000', '2', '月'),
    line('19000301', '680000', '1', '项', '裁缝铺内景'),
    line('20000202', '800', '62', '日'),
    line('21000202', '1200', '120', '套'),
    line('22000101', '40000', '2', '月'),
    line('24000101', '7600', '62', '日'),
    line('24000201', '7200', '62', '日'),
    line('25000201', '5000', '40', '日', '老巷民宅'),
    line('26000102', '330', '372', '日', '商务车六辆'),
    line('27000102', '170', '4300', '日', '间夜'),
    line('27000201', '45', '9300', '人', '每日约七十五人，两餐'),
    line('29000101', '28000', '12', '集'),
    line('29000401', '24000', '12', '集'),
    line('29000501', '300000', '1', '项'),
    line('30000201', '80000', '1', '项'),
    line('32000101', '60000', '1', '项'),
    line('99000101', '360000', '1', '项'),
  ],
}

interface Cost {
  /** How many days ago. */
  days: number
  payee: string
  payer: string
  post: string
  summary: string
  category: string
  channel: string
  voucher: string
  rate: string | null
  /** Whether it is paid under the contract with the payee. */
  contract: boolean
  /** Who issued the invoice; absent: it has not come yet. */
  seller?: string
  /** Subjects with yuan. */
  amounts: readonly (readonly [subject: string, pay_amount: string])[]
}

const INVOICED = { voucher: '6', contract: false }
const PAID = { ...INVOICED, payer: '制片主任贺川', channel: '2', category: '其他' }
const REPAID = { ...INVOICED, payer: '出纳方晴', channel: '1', category: '报销', rate: null }
const TICKETS = '东阳槐塘铁路客票代售中心'

/** 定金 under the contract with a payee, who has issued the invoice. */
const deposit = (payee: string, cost: Pick<Cost, 'days' | 'post' | 'summary' | 'amounts'>): Cost => ({
  ...{ ...PAID, payee, seller: payee },
  ...{ category: '定金', rate: '3%', contract: true },
  ...cost,
})

/** What was paid so far, the oldest first. */
export const PREPARING_COSTS: readonly Cost[] = [
  deposit('北京灯下编剧工作室', {
    ...{ days: 35, post: '文学组', summary: '12集剧本稿费定金' },
    amounts: [
      ['10000101', '216000.00'],
      ['10000103', '216000.00'],
    ],
  }),
  {
    ...{ ...PAID, days: 33, payee: '东阳怡榕物业管理有限公司', post: '制片组', rate: '6%' },
    ...{ summary: '筹备办公室两个月租金', seller: '东阳怡榕物业管理有限公司' },
    amounts: [['11000101', '36000.00']],
  },
  {
    ...{ ...REPAID, days: 30, payee: '李晓东', post: '外联制片', seller: TICKETS },
    summary: '第一次勘景交通及食宿',
    amounts: [
      ['11000201', '6842.50'],
      ['11000202', '9316.00'],
    ],
  },
  {
    ...deposit('何静远', {
      ...{ days: 28, post: '导演组', summary: '导演酬金定金' },
      amounts: [['13000101', '150000.00']],
    }),
    voucher: '10',
  },
  {
    ...{ ...REPAID, days: 24, payee: '刘婉', post: '制片组', seller: TICKETS },
    summary: '老巷采风车票、资料复印',
    amounts: [['10000402', '3175.80']],
  },
  deposit('苏州砚北美术设计工作室', {
    ...{ days: 19, post: '美术组', summary: '前期美术设计定金' },
    amounts: [['19000101', '78000.00']],
  }),
  {
    ...{ ...REPAID, days: 13, payee: '李晓东', post: '外联制片', summary: '第二次勘景交通及食宿' },
    amounts: [
      ['11000201', '5280.00'],
      ['11000202', '8450.00'],
    ],
  },
  {
    ...{ ...PAID, days: 8, payee: '北京叁页图文设计中心', post: '演员组', rate: '3%' },
    summary: '试镜场地布置及剧照冲印',
    amounts: [['11000302', '7600.00']],
  },
  {
    ...{ ...REPAID, days: 3, payee: '王海', post: '制片组', summary: '裁缝铺旧家具看样运费' },
    amounts: [['20000202', '920.00']],
  },
]
