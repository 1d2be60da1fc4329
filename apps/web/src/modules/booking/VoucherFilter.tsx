import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CheckSelect } from '../../ui/fields/choice/CheckSelect.tsx'
import { NO_VOUCHER, useVoucherCategories } from './choices.ts'
import styles from './VoucherFilter.module.css'

interface Props {
  /** The filter currently applied to the charts. */
  vouchers: readonly string[]
  onApply: (vouchers: string[]) => void
}

/** Selects the voucher types that count; applied on 查询. */
export function VoucherFilter({ vouchers, onApply }: Props) {
  const { items, state } = useVoucherCategories()
  const [draft, setDraft] = useState<readonly string[]>(vouchers)
  const [applied, setApplied] = useState(vouchers.join())
  // Browser back and forward change the applied filter, so the selection is reset to it.
  if (applied !== vouchers.join()) {
    setApplied(vouchers.join())
    setDraft(vouchers)
  }
  return (
    <form
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault()
        onApply([...draft])
      }}
    >
      <span className={styles.label} aria-hidden="true">
        凭证类型
      </span>
      <div className={styles.select}>
        <CheckSelect
          label="凭证类型"
          placeholder="请选择凭证类型"
          options={items ? [NO_VOUCHER, ...items] : []}
          state={state}
          value={draft}
          onChange={setDraft}
        />
      </div>
      <Button type="outlined" submit>
        查询
      </Button>
    </form>
  )
}
