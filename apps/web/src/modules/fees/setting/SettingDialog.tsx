import { type TaxSetting, taxSettingBody, VAT_MODES } from '@pianzhang/contract/fees'
import type { Answer } from '../../../platform/api/api.ts'
import { resourceChanged } from '../../../platform/changes/refresh.ts'
import { fixedOptions } from '../../../platform/ledger/selects.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { useRecordOrClose } from '../../../ui/form/useRecordOrClose.ts'
import { readSetting, saveSetting, settingQuery } from '../api.ts'

interface Values {
  vat: string | null
  surcharge: string
}
const Item = { ...basicItems<Values>(), ...choiceItems<Values>() }
const MODES = fixedOptions(
  VAT_MODES.map(({ code, label }) => ({
    value: code,
    label:
      code === 'withhold'
        ? `${label}（公司付款时代扣增值税及附加）`
        : `${label}（由收款人到税务机关代开，税额与实发金额一并付款）`,
  })),
)
const valuesOf = ({ vat, surcharge }: TaxSetting): Values => ({ vat, surcharge })

/** How the company sees to the VAT of fees. */
export default function SettingDialog({ onClose }: { onClose: () => void }) {
  const data = useRecordOrClose(settingQuery, onClose)
  if (!data) return null
  return (
    <FormDialog<Values, Answer<TaxSetting>, TaxSetting>
      title="劳务费增值税设置"
      width={520}
      initial={valuesOf(data)}
      edited={{ record: data, latest: readSetting, valuesOf }}
      shape={taxSettingBody.shape}
      send={(values, key, version) => saveSetting({ ...values, version }, key)}
      onSaved={() => resourceChanged('labor_tax')}
      onClose={onClose}
    >
      <p>
        适用于本公司全部项目{data.asked_from.labor && `，从 ${data.asked_from.labor} 起的付款开始执行`}
        ；已保存的记录不变。以税务机关为准。
      </p>
      <Item.Choice name="vat" label="增值税处理方式" required of={MODES} placeholder="请选择处理方式" />
      <Item.Text name="surcharge" label="附加税费比例（%）" required placeholder="增值税的百分比，如 3.5" />
    </FormDialog>
  )
}
