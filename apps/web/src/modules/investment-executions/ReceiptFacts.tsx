import type { Receipt } from '@pianzhang/contract/investment-executions'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../ui/page/Facts.tsx'
import { ContractLink } from '../contracts/picker/ContractLink.tsx'

/** All that a receipt says. */
export const ReceiptFacts = ({ receipt }: { receipt: Receipt }) => (
  <Facts columns="repeat(2, minmax(0, 1fr))">
    <Fact name="收款时间" value={<span className="num">{receipt.investment_at}</span>} />
    <Fact name="收款金额（元）" value={<MoneyText amount={receipt.amount_yuan} strong />} />
    <Fact name="投资方" value={receipt.investor} />
    <Fact name="投资类型" value={receipt.investment_category_name} />
    <Fact name="合同编号" value={receipt.contract && <ContractLink contract={receipt.contract} />} wide />
    <Fact name="说明" value={receipt.desc} wide />
  </Facts>
)
