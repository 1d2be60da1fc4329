import { ORDER_PAGE_SIZE, ORDER_STATUSES, type Order } from '@pianzhang/contract/orders'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { BUY } from '../../platform/session/menu.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { FilterBar, type FilterParts } from '../../ui/filters/FilterBar.tsx'
import { valueFilter } from '../../ui/filters/filter.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { orderListQuery } from './api.ts'
import { Card, orderColumns } from './columns.tsx'
import styles from './StatusFilter.module.css'
import { type OrderFilter, orderSearch } from './search.ts'
import { nameOf } from './words.ts'

interface Props {
  value: OrderFilter['status']
  onChange: (status: OrderFilter['status']) => void
}

const CHOICES = [{ code: undefined, label: '全部' }, ...ORDER_STATUSES] as const

/** 订单状态, one of them or all; applied at once. */
const StatusFilter = ({ value, onChange }: Props) => (
  <fieldset className={styles.choices} aria-label="订单状态">
    {CHOICES.map(({ code, label }) => (
      <button key={label} type="button" aria-pressed={code === value} onClick={() => onChange(code)}>
        {label}
      </button>
    ))}
  </fieldset>
)

const Detail = lazyDialog(() => import('./dialog/Dialog.tsx'))
const route = getRouteApi('/project/order')
const ORDERS = { list: orderSearch, query: orderListQuery }
const SIZES = [ORDER_PAGE_SIZE]

type Status = NonNullable<OrderFilter['status']>
const KEYWORDS = { label: '订单编号/付款码', placeholder: '订单编号或付款码' }
const FILTERS: FilterParts<OrderFilter> = {
  keywords: KEYWORDS,
  filters: [
    valueFilter<'status', Status>(
      '订单状态',
      'status',
      (status) => ORDER_STATUSES.find(({ code }) => code === status)?.label ?? status,
    ),
  ],
}

/** 订单记录. */
export default function OrdersPage() {
  const list = useFilteredList(route, ORDERS, ORDER_PAGE_SIZE)
  const { search, data, filterBy } = list
  const { keywords } = search
  const words = useMemo(() => ({ keywords }), [keywords])
  const [opened, setOpened] = useState<Order | null>(null)
  useReturnFocus(opened !== null)
  return (
    <>
      <RecordList
        of={{ ...list, current: opened?.code }}
        title="订单记录"
        filters={FILTERS}
        bar={
          <>
            <StatusFilter value={search.status} onChange={(status) => filterBy({ status })} />
            <FilterBar<Pick<OrderFilter, 'keywords'>>
              keywords={KEYWORDS}
              cards={false}
              filter={words}
              onApply={filterBy}
              onClear={() => filterBy({ keywords: undefined })}
            />
          </>
        }
        columns={orderColumns(setOpened)}
        card={(order) => <Card key={order.code} order={order} onDetail={setOpened} />}
        rowLabel={nameOf}
        empty={data?.can.create && <Link to={BUY}>购买项目</Link>}
        sizes={SIZES}
      />
      <Suspense>{opened && <Detail order={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
