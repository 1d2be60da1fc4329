import { paymentRequestApi } from '@pianzhang/contract/api/features'
import { code, nothing } from '@pianzhang/contract/page'
import {
  approvalBands,
  approvalRules,
  approvalRulesBody,
  approveBody,
  approvedAnswer,
  approvedRequest,
  deputyBody,
  paymentRequest,
  paymentRequestBody,
  paymentRequestList,
  paymentRequestQuery,
  rejectBody,
  rejectReasons,
  requestAct,
  requestCounts,
} from '@pianzhang/contract/payment-requests'
import { z } from 'zod'
import { alsoWrong } from '../../books/payments/references.ts'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { approveRequest, approveRequests, rejectRequest, withdrawRequest } from './decide.ts'
import { setDeputy } from './deputy.ts'
import { requestExport } from './export.ts'
import { countRequests, listReasons, listRequests } from './list.ts'
import { saveRules, showBands, showRules } from './rules.ts'
import { createRequest, removeRequest, updateRequest } from './save.ts'
import { showRequest } from './show.ts'
import { submitRequest } from './submit.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write') => inProject('payment_request', action)
const mayDecide = inProject('payment_approval', 'write')
const WRITE_MS = 28_000

/** Payment requests, who decides on them, and the rules of a project. */
export const paymentRequestRoutes: Route[] = [
  read(
    paymentRequestApi.list,
    {
      summary: 'A page of payment requests',
      access: may('read'),
      query: paymentRequestQuery,
      answer: paymentRequestList,
    },
    listRequests,
  ),
  read(
    paymentRequestApi.counts,
    { summary: 'How many requests wait for the caller', access: may('read'), answer: requestCounts },
    countRequests,
  ),
  read(
    paymentRequestApi.reasons,
    { summary: 'The reasons for which the caller rejected lately', access: mayDecide, answer: rejectReasons },
    listReasons,
  ),
  read(
    paymentRequestApi.rules,
    { summary: 'Who approves payments of which amounts', access: may('read'), answer: approvalRules },
    showRules,
  ),
  read(
    paymentRequestApi.bands,
    {
      summary: 'Which payments people have to approve, for who writes payments',
      access: inProject('cost_execution', 'write', 'approval'),
      answer: approvalBands,
    },
    showBands,
  ),
  write(
    paymentRequestApi.saveRules,
    {
      summary: 'Replace the rules',
      access: inProject('project', 'write', 'approval'),
      body: approvalRulesBody,
      answer: approvalRules,
    },
    saveRules,
  ),
  write(
    paymentRequestApi.saveDeputy,
    {
      summary: 'Name who stands in for the caller',
      access: mayDecide,
      body: deputyBody,
      answer: approvalRules,
    },
    setDeputy,
  ),
  read(
    paymentRequestApi.show,
    { summary: 'One request, to decide on', access: may('read'), params, answer: paymentRequest },
    showRequest,
  ),
  requestExport.route,
  write(
    paymentRequestApi.create,
    {
      summary: 'Ask for a payment',
      largeBody: true,
      writeMs: WRITE_MS,
      access: may('write'),
      body: paymentRequestBody,
      answer: paymentRequest,
      alsoWrong: (tx, context, body) => alsoWrong(tx, context, body, null),
    },
    createRequest,
  ),
  write(
    paymentRequestApi.update,
    {
      summary: 'Replace a request that is not under way',
      largeBody: true,
      writeMs: WRITE_MS,
      access: may('write'),
      params,
      body: paymentRequestBody,
      answer: paymentRequest,
      alsoWrong: (tx, context, body) => alsoWrong(tx, context, body, null),
    },
    updateRequest,
  ),
  write(
    paymentRequestApi.remove,
    { summary: 'Delete a request that is not under way', access: may('write'), params, answer: nothing },
    removeRequest,
  ),
  write(
    paymentRequestApi.submit,
    {
      summary: 'Send a request',
      access: may('write'),
      params,
      body: requestAct,
      answer: paymentRequest,
      writeMs: WRITE_MS,
    },
    submitRequest,
  ),
  write(
    paymentRequestApi.withdraw,
    {
      summary: 'Take back a request that is under way',
      access: may('write'),
      params,
      body: requestAct,
      answer: paymentRequest,
    },
    withdrawRequest,
  ),
  write(
    paymentRequestApi.approve,
    {
      summary: 'Approve the step that a request waits for; the last one books the payment',
      access: mayDecide,
      params,
      body: requestAct,
      answer: approvedRequest,
      writeMs: WRITE_MS,
    },
    approveRequest,
  ),
  write(
    paymentRequestApi.reject,
    {
      summary: 'Send a request back to its author, with a reason',
      access: mayDecide,
      params,
      body: rejectBody,
      answer: paymentRequest,
    },
    rejectRequest,
  ),
  write(
    paymentRequestApi.approveMany,
    {
      summary: 'Approve several requests, all or none',
      access: mayDecide,
      body: approveBody,
      answer: approvedAnswer,
      writeMs: WRITE_MS,
    },
    approveRequests,
  ),
]

export const registerPaymentRequestFiles = ledgerFiles({ files: [requestExport] })
