import { parseTypedDate, today } from '@pianzhang/contract/calendar'
import { positive, readStrict } from '@pianzhang/contract/decimal'
import { type Fen, fenOf, yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { type Instalments, percentText, splitPercents, WHOLE } from '@pianzhang/contract/payables'
import { serverTime } from '../../../platform/clock.ts'
import { readCells } from '../../../ui/fields/cells.ts'

/** A line of the plan as it is typed. `percent` or `amount`: the last one that was typed. */
export interface TypedInstalment {
  /** Identity of the line in the form. */
  key: string
  code: string | null
  title: string
  kind: 'date' | 'milestone'
  /** Of a milestone: only once it is reached. */
  due_at: string | null
  reached: boolean
  percent: string
  amount: string
  subject_code: string | null
  pay_category_id: string | null
}

/** The lines of a stored plan, with the amounts that a save gives them: the contract's amount may have changed since. */
export const linesOf = ({
  contract,
  items,
}: {
  contract: Pick<Instalments['contract'], 'amount_yuan'>
  items: Instalments['items']
}): TypedInstalment[] =>
  withAmounts(
    contract.amount_yuan,
    items.map((one) => ({
      key: one.code,
      code: one.code,
      title: one.title,
      kind: one.kind,
      due_at: one.due_at,
      reached: one.reached_at !== null,
      percent: one.percent ?? '',
      amount: one.amount_yuan,
      subject_code: one.subject?.code ?? null,
      pay_category_id: one.pay_category?.id ?? null,
    })),
  )

/** Hundredths of a percent; undefined: no percent. */
export function percentOf(text: string): bigint | undefined {
  const reading = readStrict(text.trim().replace(/ *[%％]$/, ''), { places: 2, max: WHOLE })
  return 'value' in reading && reading.value > 0n ? reading.value : undefined
}

/** Lines in which nothing is typed are left out. */
export const filledLines = (lines: readonly TypedInstalment[]): TypedInstalment[] =>
  lines.filter(
    ({ title, percent, amount }) => title.trim() !== '' || percent.trim() !== '' || amount.trim() !== '',
  )

/** The lines with the amounts that follow from their percents, by the server's own function. */
export function withAmounts(contract_yuan: string, lines: readonly TypedInstalment[]): TypedInstalment[] {
  const whole = fenOf(contract_yuan)
  const shares = splitPercents(
    positive(whole),
    lines.flatMap(({ percent }) => percentOf(percent) ?? []),
  )[Symbol.iterator]()
  return lines.map((line) =>
    percentOf(line.percent) === undefined ? line : { ...line, amount: yuan(shares.next().value ?? 0n) },
  )
}

const fenTyped = (amount: string): Fen => parseField(amount).fen ?? 0n
export const plannedOf = (lines: readonly TypedInstalment[]): Fen =>
  lines.reduce((sum, { amount }) => sum + fenTyped(amount), 0n)

/** Why the plan cannot be saved; undefined: it can. */
export function planFault(contract_yuan: string, typed: readonly TypedInstalment[]): string | undefined {
  const lines = withAmounts(contract_yuan, filledLines(typed))
  for (const [index, line] of lines.entries()) {
    const at = `第${index + 1}行：`
    if (line.title.trim() === '') return `${at}请输入期次名称`
    if (line.kind === 'date' && line.due_at === null) return `${at}请选择到期日`
    if (line.kind === 'milestone' && line.reached && line.due_at === null) return `${at}请选择到期日`
    if (line.percent.trim() !== '' && percentOf(line.percent) === undefined)
      return `${at}比例须大于0，不超过100，最多两位小数`
    const { fen, error } = parseField(line.amount)
    if (line.percent.trim() === '' && line.amount.trim() === '') return `${at}请输入金额或比例`
    if (error !== undefined) return `${at}${error}`
    if ((fen ?? 0n) <= 0n) return `${at}金额须大于0`
  }
  const percents = lines.reduce((sum, { percent }) => sum + (percentOf(percent) ?? 0n), 0n)
  if (percents > WHOLE) return `比例合计 ${percentText(percents)}% 超过 100%`
  return plannedOf(lines) > fenOf(contract_yuan) ? '付款计划合计不能超过合同总额' : undefined
}

/** The lines as the API takes them. */
export const itemsOf = (lines: readonly TypedInstalment[]) =>
  filledLines(lines).map(({ key: _key, reached, percent, amount, ...line }) => ({
    ...line,
    title: line.title.trim(),
    due_at: line.kind === 'milestone' && !reached ? null : line.due_at,
    percent: percent.trim() === '' ? null : percent.trim(),
    amount: percent.trim() === '' ? yuan(fenTyped(amount)) : null,
  }))

const HEAD = /期次|到期|比例|金额|节点/

/**
 * Lines of cells copied in a spreadsheet: 期次, 到期日 or the words of a milestone, then 金额 or 比例, which has a % sign. Rows without a name or
 * without a number, such as titles and sums, are counted in `skipped`.
 */
export function readPlan(
  text: string,
  keyOf: () => string,
  now = serverTime(),
): { lines: TypedInstalment[]; skipped: number } {
  const lines: TypedInstalment[] = []
  let skipped = 0
  for (const row of readCells(text)) {
    const [title = '', ...rest] = row.map((cell) => cell.trim())
    const day = rest.map((cell) => parseTypedDate(cell, today(now)).date).find((date) => date !== undefined)
    const percent = rest.find((cell) => /[%％]$/.test(cell) && percentOf(cell) !== undefined)
    const amount = rest.find(
      (cell) => parseTypedDate(cell, today(now)).date === undefined && parseField(cell).fen !== undefined,
    )
    if (title === '' || HEAD.test(title) || (percent === undefined && amount === undefined)) {
      skipped += 1
      continue
    }
    lines.push({
      key: keyOf(),
      code: null,
      title,
      kind: day === undefined ? 'milestone' : 'date',
      due_at: day ?? null,
      reached: false,
      percent: percent?.replace(/ *[%％]$/, '') ?? '',
      amount: percent === undefined ? (amount ?? '') : '',
      subject_code: null,
      pay_category_id: null,
    })
  }
  return { lines, skipped }
}
