import { useQuery } from '@tanstack/react-query'
import { count } from '../../../ui/count.ts'
import { countsQuery } from '../../missing-invoices/counts.ts'
import { amountsQuery } from '../api.ts'
import { PAYMENTS } from '../links.ts'
import { LateBox } from './LateBox.tsx'
import own from './late.module.css'
import { ProgressBox } from './ProgressBox.tsx'

const MISSING = { to: '/invoice/missing' }
const TITLE = '欠票'

/** What of the payments lacks an invoice. */
export default function Missing() {
  const paid = useQuery(amountsQuery).data?.cost_execution_total_amount ?? '0.00'
  return (
    <div className={own.late}>
      <LateBox title={TITLE} query={useQuery(countsQuery)}>
        {({ count: lines, lacking_yuan }) => (
          <ProgressBox
            title={TITLE}
            actual={{ words: [{ text: `欠票${count(lines)}笔`, target: MISSING }], amount: lacking_yuan }}
            base={{ words: [{ text: '付款', target: PAYMENTS }], amount: paid }}
            warns={false}
            none="-"
          />
        )}
      </LateBox>
    </div>
  )
}
