import { paymentRequestApi } from '@pianzhang/contract/api/features'
import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import type { Payment } from '@pianzhang/contract/payments'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, read } from '../../../../platform/api/api.ts'
import type { CallOptions } from '../../../../platform/api/endpoint.ts'
import { resourceChanged } from '../../../../platform/changes/refresh.ts'
import { GONE, listIfGone } from '../../../../platform/ledger/list.ts'
import { recordCalls } from '../../../../platform/ledger/records.ts'
import type { PaymentBody, Records } from '../records.ts'
import { actKey, answerText } from './words.ts'

const KEY = 'payment_requests'
const requests = recordCalls(paymentRequestApi, KEY)

/** A request as the editor takes it. Its lines have no codes: their places say which line a colleague has changed. */
const asPayment = (request: PaymentRequest): Payment => ({
  ...request,
  imprest_code: null,
  request_code: null,
  cost_execution_details: request.cost_execution_details.map((line, at) => ({
    ...line,
    code: String(at + 1),
  })) as unknown as Payment['cost_execution_details'],
})

const readRequest = async (code: string): Promise<Payment> =>
  asPayment(await read(paymentRequestApi.show, { params: { code }, handled: [GONE] }).catch(listIfGone(KEY)))

/** A request is stored whole, so no line is another one's successor. */
const bodyOf = (body: PaymentBody, submit: boolean) => ({
  ...body,
  cost_execution_details: (body.cost_execution_details ?? []).map((line) => ({ ...line, code: null })),
  submit,
})

const said = ({ data }: Answer<PaymentRequest>) => ({ msg: answerText(data) })

/** After a write: it may be a payment by now. */
export async function requestsChanged(): Promise<void> {
  await resourceChanged('payment_request')
  await resourceChanged('cost_execution')
}

export const createRequest = (body: PaymentBody, submit: boolean, key: string, options?: CallOptions) =>
  requests.create(bodyOf(body, submit), key, options)

/** What the editor loads and saves; `submit`: sends it at once. */
export const requestRecords = (submit: boolean): Records => ({
  booked: false,
  noun: '付款申请',
  title: '付款申请',
  form: (code) =>
    queryOptions({
      queryKey: ['payment_request_form', code],
      queryFn: () => readRequest(code),
      staleTime: 'static',
      gcTime: 0,
    }),
  latest: readRequest,
  create: async (body, key, options) => said(await createRequest(body, submit, actKey(key, submit), options)),
  update: async (code, body, key, options) =>
    said(await requests.update(code, bodyOf(body, submit), actKey(key, submit), options)),
  changed: requestsChanged,
})
