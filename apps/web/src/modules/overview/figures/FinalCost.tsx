import { useQuery } from '@tanstack/react-query'
import { count } from '../../../ui/count.ts'
import { reportQuery } from '../../cost-reports/api.ts'
import { LateBox } from './LateBox.tsx'
import own from './late.module.css'
import { ProgressBox } from './ProgressBox.tsx'

const REPORT = { to: '/report/cost' }
const TITLE = '预计总成本'

/** 预计总成本 against the budget. */
export default () => (
  <div className={own.late}>
    <LateBox title={TITLE} query={useQuery(reportQuery(undefined))}>
      {({ total, over }) => (
        <ProgressBox
          title={TITLE}
          actual={{
            words: [{ text: over > 0 ? `预计超支${count(over)}个科目` : '成本报表', target: REPORT }],
            amount: total.efc_yuan,
          }}
          base={{ words: [{ text: '现行预算', target: REPORT }], amount: total.budget_yuan }}
          warns
          none="无预算"
        />
      )}
    </LateBox>
  </div>
)
