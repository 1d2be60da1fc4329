import { Badge, Button, Checkbox, Drawer, Input } from 'antd'
import { useState } from 'react'
import { DateRange } from '../../ui/DateRange.tsx'
import { FilterTags } from '../../ui/FilterTags.tsx'
import { IconChevronDown, IconChevronUp, IconFilter, IconSearch } from '../../ui/icons.tsx'
import { SubjectFilter } from '../../ui/SubjectPicker.tsx'
import { usePayCategories, usePayChannels, useSubjects, useTaxRates, useVoucherCategories } from './api.ts'
import { Choice, ContractChoice } from './choices.tsx'
import styles from './Filters.module.css'
import type { PaymentFilter } from './search.ts'
import { useFilterTags } from './useFilterTags.ts'

interface Props {
  /** What the address says. */
  filter: PaymentFilter
  onApply: (filter: PaymentFilter) => void
  onClear: () => void
  cards: boolean
}

/** A line without a voucher type; the API's value for it. */
const NO_VOUCHER = { label: '未填写', value: '0' }

/** One row, the rest folded; chosen values as tags. Nothing is asked of the server before 筛选 or Enter. */
export function Filters({ filter, onApply, onClear, cards }: Props) {
  const [chosen, setChosen] = useState(filter)
  // Another address (a tag removed, the back button) is what stands in the fields from then on.
  const [applied, setApplied] = useState(filter)
  if (JSON.stringify(filter) !== JSON.stringify(applied)) {
    setApplied(filter)
    setChosen(filter)
  }
  const [open, setOpen] = useState(false)
  const tags = useFilterTags(filter, onApply)

  const apply = () => {
    onApply(chosen)
    if (cards) setOpen(false)
  }
  const reset = () => {
    setChosen({})
    onClear()
    if (cards) setOpen(false)
  }
  const fields = { chosen, set: (part: PaymentFilter) => setChosen((old) => ({ ...old, ...part })) }
  const keywords = (
    <Input
      className={styles.keywords}
      aria-label="付款编号"
      placeholder="付款编号、付款方、摘要或备注"
      prefix={<IconSearch size={14} />}
      maxLength={200}
      allowClear
      value={chosen.keywords ?? ''}
      onChange={(event) => fields.set({ keywords: event.target.value || undefined })}
    />
  )

  return (
    <search className={styles.filters}>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        {keywords}
        {cards ? (
          <Badge count={tags.length} color="var(--accent)" size="small">
            <Button icon={<IconFilter size={14} />} onClick={() => setOpen(true)}>
              筛选
            </Button>
          </Badge>
        ) : (
          <>
            <FirstFields {...fields} />
            <Button color="primary" variant="outlined" htmlType="submit">
              筛选
            </Button>
            <Button onClick={reset}>重置</Button>
            <Button type="text" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? '收起筛选' : '展开筛选'}
              {open ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
            </Button>
            {open && (
              <div className={styles.more}>
                <MoreFields {...fields} />
              </div>
            )}
          </>
        )}
      </form>
      <FilterTags tags={tags} onClear={reset} />
      {cards && (
        <Drawer
          open={open}
          onClose={() => setOpen(false)}
          title="筛选"
          size="100%"
          footer={
            <div className={styles.drawerButtons}>
              <Button block onClick={reset}>
                重置
              </Button>
              <Button block type="primary" onClick={apply}>
                筛选
              </Button>
            </div>
          }
        >
          <div className={styles.drawerFields}>
            <FirstFields {...fields} />
            <MoreFields {...fields} />
          </div>
        </Drawer>
      )}
    </search>
  )
}

interface FieldsProps {
  chosen: PaymentFilter
  set: (part: PaymentFilter) => void
}

function FirstFields({ chosen, set }: FieldsProps) {
  return (
    <>
      <DateRange
        className={styles.dates ?? ''}
        label="付款时间"
        value={chosen.start_pay_at || chosen.end_pay_at ? [chosen.start_pay_at ?? null, chosen.end_pay_at ?? null] : null}
        onChange={(dates) => set({ start_pay_at: dates?.[0] ?? undefined, end_pay_at: dates?.[1] ?? undefined })}
      />
      <Choice className={styles.field} name="付款方式" options={usePayChannels()} value={chosen.pay_channels} onChange={(pay_channels) => set({ pay_channels })} />
      <SubjectFilter
        className={styles.subject ?? ''}
        aria-label="科目"
        tree={useSubjects()}
        value={chosen.subject_three_codes ?? []}
        onChange={(codes) => set({ subject_three_codes: codes.length > 0 ? codes : undefined })}
      />
    </>
  )
}

function MoreFields({ chosen, set }: FieldsProps) {
  const vouchers = useVoucherCategories()
  return (
    <>
      <ContractChoice className={styles.contract} value={chosen.contract_code} onChange={(contract_code) => set({ contract_code })} />
      <Choice className={styles.field} name="付款类型" options={usePayCategories()} value={chosen.pay_categories} onChange={(pay_categories) => set({ pay_categories })} />
      <Choice
        className={styles.field}
        name="凭证类型"
        options={vouchers && [NO_VOUCHER, ...vouchers]}
        value={chosen.voucher_categories}
        onChange={(voucher_categories) => set({ voucher_categories })}
      />
      <Choice className={styles.field} name="票面税率" options={useTaxRates()} value={chosen.face_tax_rates} onChange={(face_tax_rates) => set({ face_tax_rates })} />
      <Checkbox checked={chosen.related === '1'} onChange={(event) => set({ related: event.target.checked ? '1' : undefined })}>
        已关联系统合同
      </Checkbox>
    </>
  )
}
