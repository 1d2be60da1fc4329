import { VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import type { MissingLine } from '@pianzhang/contract/missing-invoices'
import { formatYuan, sum, yuan } from '@pianzhang/contract/money'
import { fixedOptions } from '../../../platform/ledger/selects.ts'
import { Button } from '../../../ui/Button.tsx'
import { RichSelect } from '../../../ui/fields/choice/RichSelect.tsx'
import { richOption } from '../../../ui/fields/choice/richOption.ts'
import { Check } from '../../../ui/fields/Tick.tsx'
import { IconClose } from '../../../ui/icons.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { nameOf } from '../words.ts'
import styles from './fill.module.css'
import { type Candidates, hintOf, type Offer, type Take } from './fill.ts'

const TICKETED = VOUCHER_CATEGORIES.filter(({ ticketed }) => ticketed).map(({ code, label }) =>
  richOption(code, label, ''),
)
const { state: LOADED } = fixedOptions([])
const MATCH = {
  sure: { text: '已匹配', kind: 'tint' },
  doubtful: { text: '待确认', kind: 'amber' },
  none: { text: '未匹配', kind: undefined },
} as const

interface Props {
  offer: Offer
  candidates: Candidates
  ticked: readonly string[]
  /** What its lines take of it. */
  takes: readonly Take[]
  /** What is wrong with a line, by its code. */
  faults: ReadonlyMap<string, string>
  /** Whether neither the line nor the invoice says the voucher type. */
  askVoucher: (line: MissingLine) => boolean
  vouchers: ReadonlyMap<string, string | null>
  onVoucher: (line: string, voucher: string | null) => void
  onTick: (lines: readonly string[]) => void
  onRemove: () => void
}

/** An invoice in 批量补票: what is left of it, and the lines that it may go to. */
export function OfferCard(props: Props) {
  const { offer, candidates, ticked, takes, faults, vouchers, onVoucher, onTick } = props
  const { invoice, match } = offer
  const name = invoice.invoice_number || invoice.seller_name || '发票'
  const taken = yuan(sum(takes.map(({ amount }) => amount)))
  const toggle = (code: string, on: boolean) =>
    onTick(on ? [...ticked, code] : ticked.filter((one) => one !== code))
  const draw = (line: MissingLine) => {
    const { line_code: code } = line
    const take = takes.find((one) => one.line === code)
    const fault = ticked.includes(code) ? faults.get(code) : undefined
    return (
      <li key={code}>
        <div className={styles.row}>
          <Check
            aria-label={nameOf(line)}
            checked={ticked.includes(code)}
            onChange={({ target }) => toggle(code, target.checked)}
          >
            <span className="num">{line.pay_at}</span>
            <span className="num">{line.payment_code}</span>
            <span className="muted">{line.payer}</span>
          </Check>
          <span className={`num ${styles.amount}`}>
            欠 {formatYuan(line.lacking_yuan)}
            {take && take.amount > 0n && <b>补 {formatYuan(yuan(take.amount))}</b>}
          </span>
        </div>
        {ticked.includes(code) && props.askVoucher(line) && (
          <RichSelect
            aria-label={`凭证类型 ${nameOf(line)}`}
            className={styles.voucher ?? ''}
            placeholder="请选择凭证类型"
            all={TICKETED}
            options={TICKETED}
            state={LOADED}
            value={vouchers.get(code) ?? null}
            onChange={(voucher) => onVoucher(code, voucher)}
          />
        )}
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </li>
    )
  }
  const groups = [
    { title: '所选', lines: candidates.chosen },
    { title: '其他欠票', lines: candidates.others },
  ]
  const hint = hintOf(offer, candidates, ticked)
  return (
    <li className={styles.offer}>
      <div className={styles.head}>
        <Tag kind={MATCH[match].kind}>{MATCH[match].text}</Tag>
        <b className="num">{name}</b>
        <span className="ellipsis" title={invoice.seller_name}>
          {invoice.seller_name}
        </span>
        <span className={`num ${styles.left}`}>
          {invoice.left_amount_yuan !== null && `余额 ${formatYuan(invoice.left_amount_yuan)} 元`}
          {taken !== '0.00' && `，本次 ${formatYuan(taken)} 元`}
        </span>
        <Button
          type="text"
          size="small"
          icon={<IconClose size={14} />}
          aria-label={`移除 ${name}`}
          onClick={props.onRemove}
        />
      </div>
      {hint && <p className={styles.why}>{hint}</p>}
      <div className={styles.groups}>
        {groups.map(
          ({ title, lines }) =>
            lines.length > 0 && (
              <section key={title} className={styles.lines}>
                <h3>{title}</h3>
                <ul aria-label={`${name} 的${title}`}>{lines.map(draw)}</ul>
              </section>
            ),
        )}
      </div>
    </li>
  )
}
