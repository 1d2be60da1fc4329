import { FAILURES } from '@pianzhang/contract/errors'
import {
  type LinkAnswer,
  MAX_LINKED,
  type MissingLine,
  NO_INVOICE_REASONS,
} from '@pianzhang/contract/missing-invoices'
import { formatYuan } from '@pianzhang/contract/money'
import { nameText } from '@pianzhang/contract/text'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Answer } from '../../platform/api/api.ts'
import { count } from '../../ui/count.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { choiceItems } from '../../ui/form/items/choices.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { sumOf } from '../../ui/table/sums.ts'
import { linked, mark, namedLinesQuery } from './api.ts'
import { lackingOf, nameOf } from './words.ts'

interface Values {
  no_invoice_reason: string
}
const Item = choiceItems<Values>()
const SHAPE = { no_invoice_reason: nameText('原因') }

interface Props {
  /** The lines that were selected. */
  rows: readonly MissingLine[]
  onMarked: () => void
  onClose: () => void
}

/** 无需发票: lines for which no invoice will come, with the reason. */
export default function MarkDialog({ rows, onMarked, onClose }: Props) {
  const asked = useMemo(() => rows.slice(0, MAX_LINKED), [rows])
  const codes = useMemo(() => asked.map(({ line_code }) => line_code), [asked])
  // With their current versions: a colleague may have saved a payment meanwhile.
  const { data: lines = asked } = useQuery(namedLinesQuery(codes))
  return (
    <FormDialog<Values, Answer<LinkAnswer>>
      title="无需发票"
      width={480}
      initial={{ no_invoice_reason: '' }}
      shape={SHAPE}
      send={({ no_invoice_reason }, key) =>
        mark(
          { no_invoice_reason, items: lines.map(({ line_code, version }) => ({ line_code, version })) },
          key,
        )
      }
      onSaved={async () => {
        await linked()
        toast.success(`已标记 ${count(lines.length)} 条`)
        onMarked()
      }}
      shows={({ code }) => {
        if (code !== FAILURES.stale.code && code !== FAILURES.notFound.code) return false
        toast.error('部分付款已被他人修改，已重新读取，请核对后再次确定')
        void linked()
        return true
      }}
      onClose={onClose}
    >
      <p>
        {lines[0] && lines.length === 1 ? (
          nameOf(lines[0])
        ) : (
          <>
            所选 <b className="num">{count(lines.length)}</b> 条
          </>
        )}
        ，欠票 <b className="num">{formatYuan(sumOf(lines, lackingOf))}</b> 元
        {rows.length > MAX_LINKED && `（一次最多标记${MAX_LINKED}条，先处理前${MAX_LINKED}条）`}
        。标记后不再列入欠票；在付款中清空原因即可恢复。
      </p>
      <Item.Suggest
        name="no_invoice_reason"
        label="原因"
        required
        options={NO_INVOICE_REASONS}
        placeholder={`如${NO_INVOICE_REASONS.join('、')}`}
      />
    </FormDialog>
  )
}
