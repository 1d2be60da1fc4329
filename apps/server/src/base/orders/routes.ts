import { orderApi } from '@pianzhang/contract/api/base'
import {
  order,
  orderBody,
  orderCheck,
  orderList,
  orderListQuery,
  orderParams,
} from '@pianzhang/contract/orders'
import { inCompany } from '../../platform/http/guard.ts'
import { ownTransaction, type Route, read, slowWrite } from '../../platform/http/route.ts'
import { cancelOrder, closePayment } from './cancel.ts'
import { checkOrder } from './check.ts'
import { arrangePayment, createOrder } from './create.ts'
import { listOrders } from './list.ts'
import { showOrder } from './show.ts'

const may = (action: 'read' | 'write') => inCompany('order', action)

/** Orders belong to the company. Providers are asked before the transaction. */
export const orderRoutes: Route[] = [
  read(
    orderApi.list,
    {
      summary: 'Orders of the company, prices and payment types',
      access: may('read'),
      query: orderListQuery,
      answer: orderList,
    },
    listOrders,
  ),
  slowWrite(
    orderApi.create,
    { summary: 'Order more projects', access: may('write'), body: orderBody, answer: order },
    arrangePayment,
    createOrder,
  ),
  ownTransaction(
    orderApi.show,
    { summary: 'One order', access: may('read'), params: orderParams, answer: order },
    showOrder,
  ),
  ownTransaction(
    orderApi.check,
    { summary: 'Whether it is paid', access: may('read'), params: orderParams, answer: orderCheck },
    checkOrder,
  ),
  slowWrite(
    orderApi.cancel,
    { summary: 'Cancel a pending order', access: may('write'), params: orderParams, answer: order },
    closePayment,
    cancelOrder,
  ),
]
