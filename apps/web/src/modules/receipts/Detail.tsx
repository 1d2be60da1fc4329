import type { Receipt } from '@pianzhang/contract/receipts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../ui/page/record/Facts.tsx'
import { type DetailProps, RecordDetail } from '../../ui/page/record/RecordDetail.tsx'
import { ContractLink } from '../contract-picker/ContractLink.tsx'

/** 收款详情, opened by a card: on a phone a long description has no room in the list. */
export default function ReceiptDetail({ row, ...dialog }: DetailProps<Receipt>) {
  return (
    <RecordDetail row={row} {...dialog} title="收款详情" width={560}>
      <Facts columns="repeat(2, minmax(0, 1fr))">
        <Fact name="收款时间" value={<span className="num">{row.investment_at}</span>} />
        <Fact name="收款金额（元）" value={<MoneyText amount={row.amount_yuan} strong />} />
        <Fact name="投资方" value={row.investor} />
        <Fact name="投资类型" value={row.investment_category_name} />
        <Fact name="合同编号" value={row.contract && <ContractLink contract={row.contract} />} wide />
        <Fact name="说明" value={row.desc} wide />
      </Facts>
    </RecordDetail>
  )
}
