import { pettyCashApi } from '@pianzhang/contract/api/books'
import { MAX_VOUCHERS } from '@pianzhang/contract/attachments'
import { inYuan } from '@pianzhang/contract/money'
import { PETTY_CASH_FIELDS, type PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { call, readAny } from '../../platform/api/api.ts'
import { PictureDesk } from '../../ui/images/add/PictureDesk.tsx'
import type { DeskProps, PictureRecords } from '../../ui/images/add/records.ts'
import { IMAGE_TYPES } from '../../ui/images/images.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../ui/page/record/Facts.tsx'
import { ContractLink } from '../contract-picker/ContractLink.tsx'
import { pettyCash } from './api.ts'
import { lockedBy } from './writtenOff.ts'

const PICTURES: PictureRecords<PettyCashDetail> = {
  what: '凭证图片',
  most: MAX_VOUCHERS,
  types: IMAGE_TYPES,
  keyOf: ({ code }) => code,
  nameOf: ({ code }) => code,
  refused: lockedBy,
  places: ({ code, voucher_attachments }) => [{ key: code, name: '', pictures: voucher_attachments }],
  add: ({ code }, _, codes) =>
    call(pettyCashApi.addVouchers, {
      params: { code },
      body: { voucher_attachment_codes: codes },
      handled: true,
    }),
  changed: pettyCash.changed,
  lacking: async (params, signal) => {
    const { items, listTotal } = await readAny(pettyCashApi.list, { query: params, signal, handled: true })
    return { rows: items, total: listTotal }
  },
  facts: (row) => (
    <Facts columns="repeat(2, minmax(0, 1fr))">
      <Fact name="明细编号" value={<span className="num">{row.code}</span>} wide />
      <Fact name={PETTY_CASH_FIELDS.pay_at} value={<span className="num">{row.pay_at}</span>} />
      <Fact
        name={inYuan(PETTY_CASH_FIELDS.pay_amount)}
        value={<MoneyText amount={row.pay_amount_yuan} strong />}
      />
      <Fact name={PETTY_CASH_FIELDS.payer} value={row.payer} />
      <Fact name={PETTY_CASH_FIELDS.post} value={row.post} />
      <Fact name={PETTY_CASH_FIELDS.summary} value={row.summary} wide />
      <Fact
        name="科目"
        value={
          <>
            <span className="num">{row.subject_three_out_code}</span> {row.subject_three_name}
          </>
        }
        wide
      />
      <Fact name={PETTY_CASH_FIELDS.voucher_category} value={row.voucher_category?.voucher_category_i18n} />
      {row.contract && (
        <Fact name={PETTY_CASH_FIELDS.contract_code} value={<ContractLink contract={row.contract} />} />
      )}
      {row.remark && <Fact name={PETTY_CASH_FIELDS.remark} value={row.remark} wide />}
    </Facts>
  ),
}

/** 凭证图片 of petty cash. */
export default function PettyCashPictures(props: DeskProps<PettyCashDetail>) {
  return <PictureDesk of={PICTURES} {...props} />
}
