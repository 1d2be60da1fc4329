import { CONTRACT_FIELDS, type Contract } from '@pianzhang/contract/contracts'
import { changedAccountText } from '@pianzhang/contract/payee-link'
import { useState } from 'react'
import { useFeature } from '../../../platform/session/session.ts'
import { AccountText } from '../../../ui/AccountText.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconEye } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { Fact, Facts } from '../../../ui/page/record/Facts.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { ContractNumber } from '../../contract-picker/ContractLink.tsx'
import { mayReveal } from '../useRevealed.ts'

interface Props {
  contract: Contract
  /** Loads the contract's numbers in full. */
  onReveal: (contract: Contract) => Promise<void>
}

const number = (text: string | null) => text && <span className="num">{text}</span>

/** Party, account, supplement and creator of a contract. */
export function DetailFacts({ contract, onReveal }: Props) {
  const withPayees = useFeature('payee')
  const [asking, setAsking] = useState(false)
  const reveal = async () => {
    setAsking(true)
    await onReveal(contract)
    setAsking(false)
  }
  const [supplement] = contract.supplements_contracts
  return (
    <Panel
      title="合同信息"
      head={
        mayReveal(contract) && (
          <Button size="small" icon={<IconEye size={14} />} loading={asking} onClick={() => void reveal()}>
            查看完整号码
          </Button>
        )
      }
    >
      <Facts columns="repeat(4, minmax(0, 1fr))">
        <Fact name={CONTRACT_FIELDS.out_code} value={number(contract.out_code)} />
        <Fact name={CONTRACT_FIELDS.customer} value={contract.customer} />
        <Fact name={CONTRACT_FIELDS.id_number} value={number(contract.id_number)} />
        <Fact name={CONTRACT_FIELDS.category} value={contract.category.category_i18n} />
        <Fact name={CONTRACT_FIELDS.sign_at} value={number(contract.sign_at)} />
        <Fact name={CONTRACT_FIELDS.income_bankcard_username} value={contract.income_bankcard_username} />
        <Fact
          name={CONTRACT_FIELDS.income_bankcard_account}
          value={
            contract.income_bankcard_account && <AccountText number={contract.income_bankcard_account} />
          }
        />
        <Fact name={CONTRACT_FIELDS.income_bank_name} value={contract.income_bank_name} />
        {contract.supplemented_contract ? (
          <Fact name="主合同" value={<ContractNumber contract={contract.supplemented_contract} />} />
        ) : (
          <Fact name="补充协议" value={supplement && <ContractNumber contract={supplement} />} />
        )}
        <Fact name="创建人" value={contract.creator_name} />
        <Fact name="创建时间" value={number(formatMinute(contract.created_at))} />
        <Fact name="更新时间" value={number(formatMinute(contract.updated_at))} />
        {withPayees && contract.payee && (
          <Fact
            name="收款人"
            value={[
              contract.payee.name,
              contract.payee.account_change && changedAccountText(contract.payee.account_change),
            ]
              .filter(Boolean)
              .join(' ')}
            wide
          />
        )}
        <Fact name={CONTRACT_FIELDS.remark} value={contract.remark} wide />
      </Facts>
    </Panel>
  )
}
