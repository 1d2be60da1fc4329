import type { Payment } from '@pianzhang/contract/cost-executions'
import { Button, Dropdown, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { IconMore, IconPlus } from '../../ui/icons.tsx'
import { RowSkeleton } from '../../ui/Loading.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import styles from './Cards.module.css'
import type { RowActions } from './columns.tsx'

interface Props extends RowActions {
  rows: readonly Payment[] | undefined
  instead: ReactNode
  /** Undefined: not known (yet). */
  total: number | undefined
  amount: string | undefined
  page: number
  size: number
  onPage: (page: number) => void
  /** Undefined: not allowed. */
  onAdd: (() => void) | undefined
}

/** The list for a thumb: payer and amount first, then what it was for, then the rest. */
export function Cards({ rows, instead, total, amount, page, size, onPage, onAdd, ...actions }: Props) {
  return (
    <>
      {instead ??
        (rows ? (
          <ul className={styles.list} aria-label="付款明细">
            {rows.map((row) => (
              <Card key={row.code} row={row} {...actions} />
            ))}
          </ul>
        ) : (
          <RowSkeleton rows={10} columns={[3, 1]} />
        ))}
      {total !== undefined && total > size && !instead && (
        <Pagination
          className={styles.pager}
          simple
          current={page}
          pageSize={size}
          total={total}
          onChange={onPage}
        />
      )}
      <div className={styles.bar}>
        <div className={styles.sum}>
          <span className="num">
            筛选合计{total !== undefined && ` · 共 ${total.toLocaleString('en-US')} 条`}
          </span>
          <MoneyText amount={amount} strong className={styles.amount ?? ''} />
        </div>
        {onAdd && (
          <Button type="primary" icon={<IconPlus size={14} />} onClick={onAdd}>
            新增付款明细
          </Button>
        )}
      </div>
    </>
  )
}

function Card({ row, onDetail, onEdit, onDelete }: RowActions & { row: Payment }) {
  const items = [
    { key: 'detail', label: '详情', onClick: () => onDetail(row) },
    ...(row.can.write ? [{ key: 'edit', label: '编辑', onClick: () => onEdit(row) }] : []),
    ...(row.can.delete ? [{ key: 'delete', label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
  ]
  return (
    <li className={styles.card}>
      <button type="button" className={styles.open} onClick={() => onDetail(row)}>
        <span className={styles.payer}>{row.payer}</span>
        <MoneyText amount={row.pay_amount_yuan} strong tip={false} className={styles.money ?? ''} />
        <span className={styles.summary}>{row.summary}</span>
        <span className={`num ${styles.meta}`}>
          <span>{row.pay_at}</span>
          {row.post && <span className={styles.post}>{row.post}</span>}
          <span>{row.code}</span>
        </span>
      </button>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button type="text" className={styles.more} icon={<IconMore />} aria-label={`操作 ${row.code}`} />
      </Dropdown>
    </li>
  )
}
