import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useSelect } from '../../platform/selects.ts'
import { can, useProfile } from '../../platform/session.ts'
import { DateRange } from '../../ui/DateRange.tsx'
import list from '../../ui/list/ListFilters.module.css'
import { SubjectFilter } from '../subjects/picker/SubjectPicker.tsx'
import { useSubjects } from '../subjects/picker/selects.ts'
import { NO_VOUCHER, usePayChannels, useTaxRates, useVoucherCategories } from './choices.ts'
import styles from './Filters.module.css'
import { Choice, ContractChoice } from './filterChoices.tsx'
import type { PaymentFilter } from './search.ts'

interface FilterFieldsProps {
  chosen: PaymentFilter
  set: (part: PaymentFilter) => void
}

interface FirstFieldsProps extends FilterFieldsProps {
  /** What was typed as a date is none, and why; undefined when it is mended. */
  onWrongDate: (why: string | undefined) => void
}

/** The words above a field, shown where there is room for them; the field itself is named by `aria-label`. */
const Labelled = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.labelled}>
    <span aria-hidden="true">{name}</span>
    {children}
  </div>
)

/** What stands in the row. */
export function FirstFields({ chosen, set, onWrongDate }: FirstFieldsProps) {
  const subjects = useSubjects()
  return (
    <>
      <Labelled name="付款时间">
        <DateRange
          className={styles.dates ?? ''}
          label="付款时间"
          onInvalid={onWrongDate}
          value={
            chosen.start_pay_at || chosen.end_pay_at
              ? [chosen.start_pay_at ?? null, chosen.end_pay_at ?? null]
              : null
          }
          onChange={(dates) =>
            set({ start_pay_at: dates?.[0] ?? undefined, end_pay_at: dates?.[1] ?? undefined })
          }
        />
      </Labelled>
      <Labelled name="付款方式">
        <Choice
          className={list.field}
          name="付款方式"
          options={usePayChannels()}
          value={chosen.pay_channels}
          onChange={(pay_channels) => set({ pay_channels })}
        />
      </Labelled>
      <Labelled name="科目">
        <SubjectFilter
          className={styles.subject ?? ''}
          aria-label="科目"
          tree={subjects.items}
          state={subjects.state}
          value={chosen.subject_three_codes ?? []}
          onChange={(codes) => set({ subject_three_codes: codes.length > 0 ? codes : undefined })}
        />
      </Labelled>
    </>
  )
}

/** What 展开筛选 adds. */
export function MoreFields({ chosen, set }: FilterFieldsProps) {
  const mayReadContracts = can(useProfile(), 'contract', 'read')
  const vouchers = useVoucherCategories()
  return (
    <>
      {mayReadContracts && (
        <Labelled name="合同">
          <ContractChoice
            className={styles.contract}
            value={chosen.contract_code}
            onChange={(contract_code) => set({ contract_code })}
          />
        </Labelled>
      )}
      <Labelled name="付款类型">
        <Choice
          className={list.field}
          name="付款类型"
          options={useSelect('pay_categories', 'pay_category')}
          value={chosen.pay_categories}
          onChange={(pay_categories) => set({ pay_categories })}
        />
      </Labelled>
      <Labelled name="凭证类型">
        <Choice
          className={list.field}
          name="凭证类型"
          options={{ ...vouchers, items: vouchers.items && [NO_VOUCHER, ...vouchers.items] }}
          value={chosen.voucher_categories}
          onChange={(voucher_categories) => set({ voucher_categories })}
        />
      </Labelled>
      <Labelled name="票面税率">
        <Choice
          className={list.field}
          name="票面税率"
          options={useTaxRates()}
          value={chosen.face_tax_rates}
          onChange={(face_tax_rates) => set({ face_tax_rates })}
        />
      </Labelled>
      <Checkbox
        checked={chosen.related === '1'}
        onChange={(event) => set({ related: event.target.checked ? '1' : undefined })}
      >
        已关联系统合同
      </Checkbox>
    </>
  )
}
