import {
  type InvoiceTitle,
  invoiceTitleBody,
  TITLE_FIELDS,
  type TitleField,
} from '@pianzhang/contract/missing-invoices'
import type { Answer } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { useRecordOrClose } from '../../../ui/form/useRecordOrClose.ts'
import { readTitle, saveTitle, titleChanged, titleQuery } from '../api.ts'

type Values = Record<TitleField, string>
const Item = basicItems<Values>()
const PLACEHOLDERS: Partial<Record<TitleField, string>> = {
  name: '公司全称，与营业执照一致',
  tax_no: '统一社会信用代码',
}
const valuesOf = (title: InvoiceTitle): Values =>
  Object.fromEntries(TITLE_FIELDS.map(({ field }) => [field, title[field]])) as Values

/** Whom the invoices of the project are made out to. */
export default function TitleDialog({ onClose }: { onClose: () => void }) {
  const data = useRecordOrClose(titleQuery, onClose)
  if (!data) return null
  return (
    <FormDialog<Values, Answer<InvoiceTitle>, InvoiceTitle>
      title="开票信息"
      width={520}
      initial={valuesOf(data)}
      edited={{ record: data, latest: readTitle, valuesOf }}
      shape={invoiceTitleBody.shape}
      send={(values, key, version) => saveTitle({ ...values, version }, key)}
      onSaved={titleChanged}
      onClose={onClose}
    >
      <p>本项目发票的抬头和税号，写在催票信息的末尾；没有的可不填。</p>
      {TITLE_FIELDS.map(({ field, label }) => (
        <Item.Text
          key={field}
          name={field}
          label={label}
          placeholder={PLACEHOLDERS[field] ?? `请输入${label}`}
        />
      ))}
    </FormDialog>
  )
}
