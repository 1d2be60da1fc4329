import { z } from 'zod'
import { formatScaled, halfWidth, readCell, readStrict, trimDecimals } from './decimal.ts'

/**
 * The closed lists. A request sends a code (string or number), a spreadsheet the label. The order is the API's: codes
 * count from 1 (contracts from 0) and are stored, so entries are never reordered or removed.
 */

export const PAY_CHANNELS = [
  { code: '1', label: '现金' },
  { code: '2', label: '银行转账' },
  { code: '3', label: '网银' },
  { code: '4', label: '支付宝' },
  { code: '5', label: '微信' },
  { code: '6', label: '支票' },
  { code: '7', label: '汇票' },
  { code: '8', label: '公务卡' },
  { code: '9', label: '其他' },
] as const

/** `ticketed`: 有票, a voucher that counts as a tax-deductible invoice; else 无票. */
export const VOUCHER_CATEGORIES = [
  { code: '1', label: '增值税专用发票', ticketed: true },
  { code: '2', label: '增值税普通发票', ticketed: true },
  { code: '3', label: '电子专用发票', ticketed: true },
  { code: '4', label: '电子普通发票', ticketed: true },
  { code: '5', label: '数电票(专用)', ticketed: true },
  { code: '6', label: '数电票(普通)', ticketed: true },
  { code: '7', label: '通行费发票', ticketed: true },
  { code: '8', label: '机动车销售发票', ticketed: true },
  { code: '9', label: '铁路/航空电子客票', ticketed: true },
  { code: '10', label: '税务代开发票', ticketed: true },
  { code: '11', label: '财政票据', ticketed: true },
  { code: '12', label: '收据', ticketed: false },
  { code: '13', label: '白条', ticketed: false },
  { code: '14', label: '收款凭证(小额零星)', ticketed: false },
  { code: '15', label: '境外形式发票', ticketed: false },
  { code: '16', label: '无票据', ticketed: false },
] as const

/** `direction`: out = the production pays (payments link to these), in = it receives (receipts link to these). */
export const CONTRACT_CATEGORIES = [
  { code: '0', label: '演员合同', direction: 'out' },
  { code: '1', label: '职员合同', direction: 'out' },
  { code: '2', label: '制作合同', direction: 'out' },
  { code: '3', label: '投资合同', direction: 'in' },
  { code: '4', label: '其他收入合同', direction: 'in' },
] as const

/** Whether a reminder is due on one day or again and again. */
export const REMINDER_CATEGORIES = [
  { code: '0', label: '单次提醒' },
  { code: '1', label: '循环提醒' },
] as const

/** Recurring reminders: every so many days, or on a day of the month. */
export const REMINDER_MODES = [
  { code: '0', label: '按天' },
  { code: '1', label: '按月' },
] as const

/** The statuses of accounts and roles. */
export const STATUSES = [
  { code: '0', label: '启用' },
  { code: '1', label: '禁用' },
] as const

/** Copied into each new project, which may edit its copy. */
export const DEFAULT_INVESTMENT_CATEGORIES = [
  '自有资金',
  '联合投资',
  '平台定制款',
  '版权预售',
  '政府补贴',
  '银行贷款',
  '基金投资',
  '广告植入',
  '其他',
] as const

/** Payments that a petty cash write-off creates have no payment type; statistics group them under this name. */
export const WRITE_OFF_CATEGORY = '备用金核销'

/** Statistics' group of lines without a voucher type, and its option in the filter. */
export const NO_VOUCHER_CATEGORY = { code: '0', label: '未填写' } as const

/** The rates that forms offer; others between 0% and 100% may be typed. */
export const FACE_TAX_RATES = ['13%', '9%', '6%', '5%', '3%', '1%', '0%', '免税', '不征税'] as const

/** The units that forms offer for budget lines; others may be typed. */
export const BUDGET_UNITS = ['集', '部', '日', '月', '周', '人', '次', '个', '套', '台', '项'] as const

/** Copied into each new project, which may edit its copy. */
export const DEFAULT_PAY_CATEGORIES = [
  '定金',
  '预付款',
  '进度款',
  '尾款',
  '质保金',
  '押金',
  '押金退回',
  '报销',
  '工资劳务',
  '税费',
  '其他',
] as const

/** Of types with these names payments need no invoice, unless the project says otherwise. */
export const NO_INVOICE_CATEGORIES = [
  '押金',
  '押金退回',
  '税费',
  '工资劳务',
] as const satisfies readonly (typeof DEFAULT_PAY_CATEGORIES)[number][]

type Entry = { readonly code: string; readonly label: string }

/** The label of a stored code; '' for null and for a code that is not in the list. */
export const labelOf = (list: readonly Entry[], code: string | null | undefined): string =>
  list.find((entry) => entry.code === code)?.label ?? ''

const comparable = (text: string): string => halfWidth(text).replace(/\s/g, '')

/** The code of a label from a spreadsheet; character width and spaces do not matter (数电票（专用） is found). */
export const codeOf = <T extends Entry>(list: readonly T[], label: string): T['code'] | null =>
  list.find((entry) => comparable(entry.label) === comparable(label))?.code ?? null

/** Whether a voucher is 有票; one without a type counts as 无票. */
export const isTicketed = (code: string | null | undefined): boolean =>
  VOUCHER_CATEGORIES.some((entry) => entry.code === code && entry.ticketed)

/** 'out' or 'in' for a contract category; null when it is none. */
export const contractDirection = (code: string): 'out' | 'in' | null =>
  CONTRACT_CATEGORIES.find((entry) => entry.code === code)?.direction ?? null

const described = (list: readonly Entry[]): string =>
  list.map((entry) => `${entry.code} ${entry.label}`).join('，')

/** As many words of a list as an error message may name. */
const MAX_NAMED = 12

const ALLOWED = '，可填：'
/** The message for a word that a list does not have; it names those of a short list. */
export const unknownWord = (message: string, words: readonly string[]): string =>
  words.length > 0 && words.length <= MAX_NAMED ? message + ALLOWED + words.join('、') : message
/** A message with the text that it is about, which stands before the words of a list. */
export function quoting(message: string, text: string): string {
  const [fault = '', words] = message.split(ALLOWED)
  return `${fault}：“${text}”${words === undefined ? '' : ALLOWED + words}`
}

/** A code of a list, sent as a string or a number, becomes the string. `label` names the field in 请选择<label>. */
const codeInput = <const T extends readonly [Entry, ...Entry[]]>(list: T, label: string) => {
  const codes = list.map((entry) => entry.code) as T[number]['code'][]
  return z
    .union([z.enum(codes), z.literal(codes.map(Number))], {
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? `请选择${label}` : `${label}不正确`,
    })
    .transform((code) => String(code) as T[number]['code'])
    .meta({ description: described(list), example: codes[0] })
}

/** The same for a field that may be left empty: absent, null and '' become null. */
const optionalCodeInput = <const T extends readonly [Entry, ...Entry[]]>(list: T, label: string) => {
  const codes = list.map((entry) => entry.code) as T[number]['code'][]
  return z
    .union([z.enum(['', ...codes]), z.literal(codes.map(Number)), z.null()], `${label}不正确`)
    .optional()
    .transform((code) =>
      code === undefined || code === null || code === '' ? null : (String(code) as T[number]['code']),
    )
    .meta({ description: described(list), example: codes[0] })
}

export const payChannelInput = codeInput(PAY_CHANNELS, '付款方式')
export const contractCategoryInput = codeInput(CONTRACT_CATEGORIES, '合同类型')
export const reminderCategoryInput = codeInput(REMINDER_CATEGORIES, '提醒类型')
export const statusInput = codeInput(STATUSES, '状态')
/** Optional: a single reminder has none. */
export const reminderModeInput = optionalCodeInput(REMINDER_MODES, '提醒方式')
/** Optional: a line may have no voucher yet. */
export const voucherCategoryInput = optionalCodeInput(VOUCHER_CATEGORIES, '凭证类型')

const FACE_TAX_RATE_ERROR = '票面税率格式不正确'
const RATE_SCALE = { places: 2, max: 10_000n }
const rateText = (hundredths: bigint): string => `${trimDecimals(formatScaled(hundredths, 2))}%`

/**
 * The canonical spelling of a face tax rate, or null: 6, 6.0%, ６％ and the number 6 are "6%"; 免税 and 不征税 stay; 0–100 with at most two
 * decimals. The number 0.06 is "0.06%": typed and sent values are taken literally. Cells of a spreadsheet go through rateFromCell.
 */
export function faceTaxRate(input: string | number): string | null {
  const text = halfWidth(String(input)).trim()
  if (text === '免税' || text === '不征税') return text
  const reading = readStrict(text.replace(/ *%$/, ''), RATE_SCALE)
  return 'value' in reading && !text.startsWith('-') ? rateText(reading.value) : null
}

/**
 * The rate in a numeric spreadsheet cell, or what is wrong with it. `raw` is the cell's stored decimal text: 0.06 in a cell with a percent
 * format is 6%, 6 in any other is 6%. Without a percent format 0.06 is 6% too, as that is a usual rate and 0.06% is none; of 0.5 nobody can
 * tell whether 0.5% or 50% is meant. Whoever refuses a file for one such cell takes no other fraction of its column, either.
 */
export function rateFromCell(
  raw: string,
  isPercentFormat: boolean,
): { rate: string; error?: undefined } | { rate?: undefined; error: string } {
  const share = readCell(raw, { places: 4, max: 10_000n })
  const points = readCell(raw, RATE_SCALE)
  const value = ({ value }: { value: bigint }) => (value < 0n ? undefined : rateText(value))
  const asShare = 'value' in share ? value(share) : undefined
  const asPoints = 'value' in points ? value(points) : undefined
  // 1 is 1%, though as a share it would be 100%.
  const isFraction = 'value' in share && share.value > 0n && share.value < 10_000n
  const usual = FACE_TAX_RATES.some((rate) => rate === asShare)
  if (isFraction && !isPercentFormat && !usual)
    return { error: `票面税率 ${raw} 有歧义，请写成百分数，如 ${asPoints ?? asShare}` }
  const rate = isPercentFormat || isFraction ? asShare : asPoints
  return rate === undefined ? { error: FACE_TAX_RATE_ERROR } : { rate }
}

/** The rate in a cell of text, or what is wrong with it. A bare number is a cell without a percent format, as copied cells are text. */
export function rateFromText(text: string): ReturnType<typeof rateFromCell> {
  const plain = halfWidth(text).trim()
  if (/^[\d.]+$/.test(plain)) return rateFromCell(plain, false)
  const rate = faceTaxRate(text)
  return rate === null ? { error: FACE_TAX_RATE_ERROR } : { rate }
}

/** Optional: absent, null and '' become null, any other rate its canonical spelling. */
export const faceTaxRateInput = z
  .union([z.string(), z.number(), z.null()], FACE_TAX_RATE_ERROR)
  .optional()
  .transform((input, ctx): string | null => {
    if (input === undefined || input === null || (typeof input === 'string' && input.trim() === ''))
      return null
    const rate = faceTaxRate(input)
    if (rate !== null) return rate
    ctx.addIssue({ code: 'custom', message: FACE_TAX_RATE_ERROR, input })
    return z.NEVER
  })
  .meta({ description: '票面税率：0 至 100 的百分数（最多两位小数）、免税 或 不征税', example: '6%' })
