import type { Contract } from '@pianzhang/contract/contracts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../../ui/page/Facts.tsx'

interface Props {
  contract: Contract
}

/** The fields of a contract; its ID number and account as the answer has them. */
export const ContractFacts = ({ contract }: Props) => (
  <Facts columns="repeat(3, minmax(0, 1fr))">
    <Fact name="合同编号" value={<span className="num">{contract.out_code}</span>} />
    <Fact name="合同主体" value={contract.customer} />
    <Fact name="证件号码" value={contract.id_number && <span className="num">{contract.id_number}</span>} />
    <Fact name="签约时间" value={contract.sign_at && <span className="num">{contract.sign_at}</span>} />
    <Fact name="合同类型" value={contract.category.category_i18n} />
    <Fact name="合同总额（元）" value={<MoneyText amount={contract.amount_yuan} strong />} />
    <Fact name="收款开户行" value={contract.income_bank_name} />
    <Fact name="收款户名" value={contract.income_bankcard_username} />
    <Fact
      name="收款账号"
      value={
        contract.income_bankcard_account && <span className="num">{contract.income_bankcard_account}</span>
      }
    />
    <Fact name="合同扫描件" value={contract.scans.map(({ file_name }) => file_name).join('、')} wide />
    <Fact name="备注" value={contract.remark} wide />
  </Facts>
)
