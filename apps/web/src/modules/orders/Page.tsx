import type { Order } from '@pianzhang/contract/orders'
import { ORDER_PAGE_SIZE, ORDER_STATUSES } from '@pianzhang/contract/orders'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { pagesOf } from '../../platform/ledger/list.ts'
import { BUY } from '../../platform/session/menu.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { PrintListButton } from '../../ui/list/print/PrintListButton.tsx'
import { useList } from '../../ui/list/useList.tsx'
import { useListAddress } from '../../ui/list/useListAddress.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { orderListQuery } from './api.ts'
import { Card } from './Card.tsx'
import { orderColumns } from './columns.tsx'
import { StatusFilter } from './StatusFilter.tsx'
import { orderSearch } from './search.ts'
import { nameOf } from './words.ts'

const Detail = lazyDialog(() => import('./dialog/Dialog.tsx'))
const route = getRouteApi('/project/order')
const SIZES = [ORDER_PAGE_SIZE]

/** 订单记录. */
export default function OrdersPage() {
  const cards = useMedia(CARDS)
  const { search, filterBy, ...paging } = useListAddress(route, orderSearch)
  const address = { ...paging, size: ORDER_PAGE_SIZE }
  const { data, frame, fallback } = useList(orderListQuery(search), address)
  const [opened, setOpened] = useState<Order | null>(null)
  useReturnFocus(opened !== null)
  const columns = useMemo(() => orderColumns(setOpened), [])
  const list = {
    ...frame,
    label: '订单记录',
    rows: data?.items,
    fallback: fallback({
      filtered: orderSearch.isFiltered(search),
      onClear: () => filterBy({}),
      add: data?.can.create && <Link to={BUY}>购买项目</Link>,
    }),
  }
  const status = ORDER_STATUSES.find(({ code }) => code === search.status)
  const print = (
    <PrintListButton
      list={{
        name: orderSearch.name,
        title: '订单记录',
        columns,
        keyOf: (order) => order.code,
        read: pagesOf(orderListQuery, search),
        filters: status ? [{ name: '订单状态', value: status.label }] : [],
      }}
    />
  )
  return (
    <>
      <PageHead title="订单记录" actions={print} />
      <PageBody fill>
        <StatusFilter value={search.status} onChange={(status) => filterBy({ status })} />
        {cards ? (
          <CardList
            {...list}
            sizes={SIZES}
            action={null}
            card={(order) => <Card key={order.code} order={order} onDetail={setOpened} />}
          />
        ) : (
          <DataTable
            {...list}
            name={orderSearch.name}
            sizes={SIZES}
            columns={columns}
            rowKey={(order) => order.code}
            rowLabel={nameOf}
            current={opened?.code}
          />
        )}
      </PageBody>
      <Suspense>{opened && <Detail order={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
