import type { Imprest } from '@pianzhang/contract/imprests'
import { Pictures } from '../../../ui/images/Pictures.tsx'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../../ui/page/Facts.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { ContractLink } from '../../contracts/picker/ContractLink.tsx'
import { State } from '../State.tsx'

/** All that a petty cash detail says. */
export const ImprestFacts = ({ imprest }: { imprest: Imprest }) => (
  <Facts>
    <Fact name="付款时间" value={<span className="num">{imprest.pay_at}</span>} />
    <Fact name="付款金额（元）" value={<MoneyText amount={imprest.pay_amount_yuan} strong />} />
    <Fact name="核销状态" value={<State row={imprest} />} />
    <Fact name="付款方" value={imprest.payer} />
    <Fact name="部门/岗位" value={imprest.post} />
    <Fact name="付款方式" value={imprest.pay_channel.pay_channel_i18n} />
    <Fact name="一级科目" value={imprest.subject_one_name} />
    <Fact name="二级科目" value={imprest.subject_two_name} />
    <Fact
      name="三级科目"
      value={
        <>
          <span className="num">{imprest.subject_three_out_code}</span> {imprest.subject_three_name}
        </>
      }
    />
    <Fact name="凭证类型" value={imprest.voucher_category?.voucher_category_i18n} />
    <Fact name="票面税率" value={imprest.face_tax_rate} />
    <Fact name="合同编号" value={imprest.contract && <ContractLink contract={imprest.contract} />} />
    <Fact name="摘要" value={imprest.summary} wide />
    <Fact name="凭证图片" value={<Pictures name="凭证图片" images={imprest.voucher_attachments} />} wide />
    <Fact name="备注" value={imprest.remark} wide />
    <Fact name="创建人" value={imprest.creator_name} />
    <Fact name="创建时间" value={<span className="num">{formatMinute(imprest.created_at)}</span>} />
    <Fact name="更新时间" value={<span className="num">{formatMinute(imprest.updated_at)}</span>} />
  </Facts>
)
