import type { Order } from '@pianzhang/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { queryClient } from '../../../platform/query.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'
import { Failed } from '../../../ui/states/States.tsx'
import { offerQuery } from '../api.ts'
import styles from './buy.module.css'
import { OrderForm } from './OrderForm.tsx'
import { Pending } from './Pending.tsx'
import { Prices } from './Prices.tsx'
import { Questions } from './Questions.tsx'

const Detail = lazyDialog(() => import('../dialog/Dialog.tsx'))
const Transfer = lazyDialog(() => import('../dialog/TransferDialog.tsx'))

/** The one dialog that is open; `ordered`: an order by transfer was just placed. */
type Dialog = { kind: 'detail' | 'ordered'; order: Order } | null

/** Loads the offer before the page is drawn: the banner of unpaid orders would move the page down if it came later. */
export const ready = (): Promise<void> => queryClient.prefetchQuery(offerQuery)

/** 购买项目. */
export default function BuyPage() {
  const { data: offer, error, isFetching, refetch } = useQuery(offerQuery)
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)
  const close = () => setDialog(null)
  const onOrdered = (order: Order) =>
    setDialog({ kind: order.payment_type === 'transfer' ? 'ordered' : 'detail', order })

  return (
    <>
      <PageHead title="购买项目" />
      {offer && <Pending orders={offer.items} onDetail={(order) => setDialog({ kind: 'detail', order })} />}
      <PageBody>
        <div className={styles.columns}>
          <section className={styles.panel} aria-label="订单">
            <Prices />
            {error && !offer ? (
              <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
            ) : (
              <OrderForm offer={offer} onOrdered={onOrdered} />
            )}
          </section>
          <Questions />
        </div>
      </PageBody>
      <Suspense>
        {dialog?.kind === 'detail' && <Detail key={dialog.order.code} order={dialog.order} onClose={close} />}
        {dialog?.kind === 'ordered' && <Transfer order={dialog.order} onClose={close} />}
      </Suspense>
    </>
  )
}
