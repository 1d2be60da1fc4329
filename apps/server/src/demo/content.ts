/** What the demo's ledger is made of. Names are made up; subjects are numbers of the default tree. */

/** What one payer is paid for: subjects (with a range of yuan), post, summaries; `contract`: whether a contract stands behind it. */
export interface Trade {
  payer: string
  post: string
  subjects: readonly (readonly [number: string, from: number, to: number])[]
  summaries: readonly string[]
  voucher: string
  rate: string | null
  contract?: { category: string; amount: number }
}

export const TRADES: readonly Trade[] = [
  {
    payer: '北京某某影视器材有限公司',
    post: '摄影组',
    subjects: [
      ['24000101', 28000, 96000],
      ['24000102', 12000, 45000],
      ['24000104', 4000, 12000],
    ],
    summaries: ['A 组摄影机及镜头租赁', 'B 组摄影器材租赁', '跟焦器及监视器加租'],
    voucher: '5',
    rate: '13%',
    contract: { category: '2', amount: 2_600_000 },
  },
  {
    payer: '北京某某照明器材有限公司',
    post: '灯光组',
    subjects: [
      ['24000201', 18000, 66000],
      ['24000202', 6000, 18000],
    ],
    summaries: ['夜戏补充灯具及发电车', '灯光器材月租', '外景大灯加租'],
    voucher: '1',
    rate: '13%',
    contract: { category: '2', amount: 1_380_000 },
  },
  {
    payer: '横店某某置景工程有限公司',
    post: '美术组',
    subjects: [
      ['19000301', 60000, 260000],
      ['19000303', 15000, 80000],
    ],
    summaries: ['民国码头场景搭建进度款', '灯具行内景搭建', '弄堂街景加工'],
    voucher: '1',
    rate: '9%',
    contract: { category: '2', amount: 5_200_000 },
  },
  {
    payer: '东阳某某演艺服务部',
    post: '演员统筹',
    subjects: [
      ['14000302', 12000, 48000],
      ['14000301', 6000, 20000],
      ['14000303', 1500, 4000],
    ],
    summaries: ['群演劳务', '特约演员劳务', '码头戏群演劳务'],
    voucher: '6',
    rate: '1%',
  },
  {
    payer: '上海某某影视文化工作室',
    post: '演员统筹',
    subjects: [['14000101', 300000, 900000]],
    summaries: ['主要演员片酬', '主演片酬分期款'],
    voucher: '5',
    rate: '6%',
    contract: { category: '0', amount: 15_800_000 },
  },
  {
    payer: '霍尔果斯某某文化传媒有限公司',
    post: '演员统筹',
    subjects: [['14000102', 260000, 700000]],
    summaries: ['女主演片酬分期款'],
    voucher: '5',
    rate: '6%',
    contract: { category: '0', amount: 12_800_000 },
  },
  {
    payer: '北京某某编剧工作室',
    post: '文学组',
    subjects: [
      ['10000101', 80000, 220000],
      ['10000104', 20000, 60000],
    ],
    summaries: ['分集剧本稿费', '剧本修改稿费'],
    voucher: '4',
    rate: '3%',
    contract: { category: '1', amount: 3_600_000 },
  },
  {
    payer: '周砚秋',
    post: '导演组',
    subjects: [['13000101', 120000, 300000]],
    summaries: ['总导演酬金分期款'],
    voucher: '10',
    rate: '3%',
    contract: { category: '1', amount: 5_600_000 },
  },
  {
    payer: '怀柔某某餐饮管理有限公司',
    post: '生活制片',
    subjects: [
      ['27000201', 6000, 22000],
      ['27000202', 800, 2600],
    ],
    summaries: ['全组盒饭，早中晚及夜宵', '现场茶水点心'],
    voucher: '6',
    rate: '6%',
  },
  {
    payer: '东阳某某酒店有限公司',
    post: '生活制片',
    subjects: [
      ['27000102', 30000, 120000],
      ['27000101', 12000, 40000],
    ],
    summaries: ['驻地房费结算', 'B 组驻地房费'],
    voucher: '6',
    rate: '6%',
    contract: { category: '2', amount: 2_800_000 },
  },
  {
    payer: '北京某某汽车租赁有限公司',
    post: '制片组',
    subjects: [
      ['26000102', 8000, 30000],
      ['26000104', 5000, 18000],
      ['26000201', 3000, 9000],
    ],
    summaries: ['剧组车辆月租', '道具车及面包车租赁'],
    voucher: '1',
    rate: '13%',
    contract: { category: '2', amount: 1_100_000 },
  },
  {
    payer: '平安某某财产保险有限公司',
    post: '制片组',
    subjects: [['32000101', 18000, 60000]],
    summaries: ['剧组人员意外险'],
    voucher: '5',
    rate: '6%',
  },
  {
    payer: '杭州某某视效科技有限公司',
    post: '后期',
    subjects: [['29000202', 90000, 260000]],
    summaries: ['视效制作预付款', '水下段落视效进度款'],
    voucher: '5',
    rate: '6%',
    contract: { category: '2', amount: 4_800_000 },
  },
  {
    payer: '北京某某无人机科技有限公司',
    post: '摄影组',
    subjects: [
      ['24000401', 8000, 22000],
      ['16000201', 6000, 15000],
    ],
    summaries: ['航拍两日，含飞手及空域协调'],
    voucher: '6',
    rate: '3%',
  },
  {
    payer: '苏州某某服饰有限公司',
    post: '服化组',
    subjects: [
      ['21000202', 15000, 68000],
      ['21000301', 6000, 20000],
    ],
    summaries: ['民国服装定制', '群演服装租赁'],
    voucher: '1',
    rate: '13%',
    contract: { category: '2', amount: 1_480_000 },
  },
  {
    payer: '北京某某法律事务所',
    post: '制片组',
    subjects: [['30000201', 4000, 16000]],
    summaries: ['法律顾问费'],
    voucher: '5',
    rate: '6%',
    contract: { category: '1', amount: 320_000 },
  },
  {
    payer: '陈立',
    post: '道具组',
    subjects: [
      ['20000201', 600, 6800],
      ['20000202', 200, 2400],
    ],
    summaries: ['旧报纸、煤油灯、茶具等现场采购报销', '消耗道具采购报销'],
    voucher: '12',
    rate: null,
  },
  {
    payer: '刘婉',
    post: '制片组',
    subjects: [
      ['26000303', 60, 900],
      ['26000203', 40, 600],
      ['28000102', 80, 500],
    ],
    summaries: ['市内交通及过路费报销', '打印复印报销'],
    voucher: '14',
    rate: null,
  },
  {
    payer: '王海',
    post: '场务',
    subjects: [
      ['28000501', 200, 3000],
      ['28000302', 500, 2600],
    ],
    summaries: ['劳保用品及药品采购报销'],
    voucher: '16',
    rate: null,
  },
]

export const CHANNELS = ['2', '2', '2', '3', '4', '5', '1'] as const
export const STAGES = ['预付款', '进度款', '尾款', '定金'] as const

export const PROJECTS = {
  running: {
    name: '长河灯火',
    director: '周砚秋',
    main_character: '沈以宁、顾长风、罗小蔓',
    desc: '民国二十六年，运河码头上的一家灯具行在战火与商战之间，三代人守着一盏长明灯，也守着一条看不见的运输线。',
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
