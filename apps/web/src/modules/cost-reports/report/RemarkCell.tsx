import { Link } from '@tanstack/react-router'
import { count } from '../../../ui/count.ts'
import type { ReportRow } from '../columns.tsx'
import { movedText } from '../moved.ts'
import styles from '../report.module.css'
import { EstimateCell } from './EstimateCell.tsx'
import type { EstimateCells } from './useEstimates.ts'

/** 说明 of a subject of level three: what was typed, and whether it may be out of date. */
export function RemarkCell({ row, estimates }: { row: ReportRow; estimates: EstimateCells | null }) {
  const moved = movedText(row)
  const remark = row.estimate?.remark ?? ''
  if (!estimates)
    return (
      <span className={styles.remark} title={[remark, moved].filter(Boolean).join('；')}>
        {[remark, moved].filter(Boolean).join('；')}
      </span>
    )
  return (
    <span className={styles.remarkCell} title={[remark, moved].filter(Boolean).join('；')}>
      <EstimateCell row={row} field="remark" estimates={estimates} placeholder={remark ? '' : moved} />
      {moved && remark && <span className={styles.moved}>{moved}</span>}
    </span>
  )
}

/** The contracts that have an unallocated rest. */
export const UnallocatedLink = ({ contracts }: { contracts: number }) =>
  contracts > 0 && (
    <Link to="/contract/index" search={{ unallocated: '1' } as never}>
      {count(contracts)} 份合同
    </Link>
  )
