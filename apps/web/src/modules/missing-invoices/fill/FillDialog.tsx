import { FAILURES } from '@pianzhang/contract/errors'
import { isTicketed } from '@pianzhang/contract/lists'
import {
  type LinkItem,
  MAX_LINKED,
  MAX_MATCHED,
  type MissingLine,
} from '@pianzhang/contract/missing-invoices'
import { formatYuan, sum, yuan } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useFormModal } from '../../../ui/form/useFormModal.ts'
import { useSave } from '../../../ui/form/useSave.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { Failed } from '../../../ui/states/States.tsx'
import { sumOf } from '../../../ui/table/sums.ts'
import { InvoiceSelect } from '../../invoices/picker/InvoiceSelect.tsx'
import { useUploaded } from '../../invoices/picker/useUploaded.tsx'
import { link, linked, matchQuery, namedLinesQuery } from '../api.ts'
import { lackingOf } from '../words.ts'
import styles from './fill.module.css'
import { candidatesOf, firstTicks, itemsOf, takesOf, voucherFor } from './fill.ts'
import { OfferCard } from './OfferCard.tsx'

interface Props {
  /** The lines that were selected. */
  rows: readonly MissingLine[]
  onFilled: () => void
  onClose: () => void
}

/** 批量补票: invoices are uploaded or chosen, proposed for lines by seller and amount, and linked, all or none. */
export default function FillDialog({ rows, onFilled, onClose }: Props) {
  const asked = useMemo(() => rows.map(({ line_code }) => line_code).slice(0, MAX_LINKED), [rows])
  // As they are now: a colleague may have linked some meanwhile.
  const named = useQuery(namedLinesQuery(asked))
  const selected = named.data ?? rows.slice(0, MAX_LINKED)
  const [codes, setCodes] = useState<readonly string[]>([])
  const { data: offers = [], isFetching } = useQuery(matchQuery(codes))
  const [ticked, setTicked] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const [vouchers, setVouchers] = useState<ReadonlyMap<string, string | null>>(new Map())
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const add = (more: readonly string[]) =>
    setCodes((old) => {
      const all = [...new Set([...old, ...more])]
      if (all.length > MAX_MATCHED) toast.warning(`一次最多匹配${MAX_MATCHED}张发票`)
      return all.slice(0, MAX_MATCHED)
    })

  const selectedCodes = new Set(asked)
  const lines = new Map(
    [...offers.flatMap((offer) => offer.lines), ...selected].map((line) => [line.line_code, line]),
  )
  const ticks = new Map(
    offers.map((offer) => {
      const { chosen, others } = candidatesOf(offer, selected)
      const offered = new Set([...chosen, ...others].map(({ line_code }) => line_code))
      const { code } = offer.invoice
      return [
        code,
        (ticked.get(code) ?? firstTicks(offer, selectedCodes)).filter((line) => offered.has(line)),
      ]
    }),
  )
  const takes = takesOf(offers, ticks, lines)
  const covered = new Set(takes.map(({ line }) => line))
  const left = selected.filter(({ line_code }) => !covered.has(line_code))

  const { save, saving } = useSave({
    send: async (items: readonly LinkItem[], key) => {
      const answer = await link(items, key)
      await linked()
      return answer
    },
    onFailed: (error, items) => {
      if (error.code === FAILURES.stale.code || error.code === FAILURES.notFound.code) {
        toast.error('部分付款已被他人修改，已重新读取，请核对后再次补票')
        void linked()
        return
      }
      const found = error.errors.flatMap(({ field, message }) => {
        const line = items[Number(/^items\[(\d+)\]/.exec(field)?.[1])]?.line_code
        return line === undefined ? [] : [[line, message] as const]
      })
      setFaults(new Map(found))
      if (found.length === 0) toast.error(error.message)
    },
  })
  const upload = useUploaded(add)
  const { modal, form, finish } = useFormModal({
    dirty: takes.length > 0 || upload.files.length > 0,
    saving,
    onClose,
  })
  const submit = async () => {
    if (upload.busy || isFetching) return toast.warning('正在识别和匹配发票，请稍候')
    if (takes.length === 0) return toast.warning('请上传或选择发票，并勾选要补票的付款')
    const empty = takes.find(({ amount }) => amount === 0n)
    if (empty) return setFaults(new Map([[empty.line, '金额已由前面的发票用完，请取消勾选其中一张']]))
    const untyped = offers.flatMap(({ invoice }) =>
      (ticks.get(invoice.code) ?? []).flatMap((code) => {
        const line = lines.get(code)
        return line && voucherFor(line, invoice, vouchers) === null ? [code] : []
      }),
    )
    if (untyped.length > 0) return setFaults(new Map(untyped.map((code) => [code, '请选择凭证类型'])))
    setFaults(new Map())
    const items = itemsOf(offers, takes, lines, vouchers)
    if (items.length > MAX_LINKED) return toast.warning(`一次最多补票${MAX_LINKED}条`)
    const answer = await save(items)
    if (!answer) return
    toast.success(
      `已补票 ${items.length} 条，共 ${formatYuan(yuan(sum(takes.map(({ amount }) => amount))))} 元`,
    )
    onFilled()
    finish()
  }

  return (
    <Modal
      {...modal}
      title={rows.length === 1 ? '补票' : '批量补票'}
      width={820}
      okText="补票"
      footer={(_, { OkBtn, CancelBtn }) => (
        <div className={styles.footer}>
          <p className={styles.foot} role="status">
            {isFetching && codes.length > 0
              ? '正在匹配…'
              : takes.length > 0 && (
                  <>
                    将补票 <b className="num">{covered.size}</b> 条，共{' '}
                    <b className="num">{formatYuan(yuan(sum(takes.map(({ amount }) => amount))))}</b> 元
                    {left.length > 0 && `；所选还有 ${left.length} 条没有发票`}
                  </>
                )}
          </p>
          <CancelBtn />
          <OkBtn />
        </div>
      )}
    >
      <form
        {...form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {named.error && (
          <Failed error={named.error} onRetry={() => void named.refetch()} retrying={named.isFetching} />
        )}
        <p className={styles.lead}>
          已选 <b className="num">{selected.length}</b> 条，欠票{' '}
          <b className="num">{formatYuan(sumOf(selected, lackingOf))}</b> 元
          {rows.length > MAX_LINKED && `（一次最多补票${MAX_LINKED}条，先处理前${MAX_LINKED}条）`}
          。发票按销售方和金额匹配到付款；匹配不确定的请核对后勾选。
        </p>
        {upload.field}
        <InvoiceSelect taken={codes} onAdd={(code) => add([code])} />
        {upload.results}
        {offers.length > 0 && (
          <ul className={styles.offers} aria-label="发票">
            {offers.map((offer) => (
              <OfferCard
                key={offer.invoice.code}
                offer={offer}
                candidates={candidatesOf(offer, selected)}
                ticked={ticks.get(offer.invoice.code) ?? []}
                takes={takes.filter(({ invoice }) => invoice === offer.invoice.code)}
                faults={faults}
                askVoucher={(line) =>
                  !isTicketed(line.voucher_category_code) &&
                  voucherFor(line, offer.invoice, new Map()) === null
                }
                vouchers={vouchers}
                onVoucher={(line, voucher) => setVouchers((old) => new Map(old).set(line, voucher))}
                onTick={(next) => {
                  setFaults(new Map())
                  setTicked((old) => new Map(old).set(offer.invoice.code, next))
                }}
                onRemove={() => setCodes((old) => old.filter((code) => code !== offer.invoice.code))}
              />
            ))}
          </ul>
        )}
      </form>
    </Modal>
  )
}
