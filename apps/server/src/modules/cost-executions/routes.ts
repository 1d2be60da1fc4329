import {
  payment,
  paymentBody,
  paymentExportQuery,
  paymentList,
  paymentListQuery,
} from '@pianzhang/contract/cost-executions'
import { fileAnswer } from '@pianzhang/contract/imports'
import { code, nothing } from '@pianzhang/contract/page'
import { z } from 'zod'
import { batchSchemas } from '../../platform/batch.ts'
import { inProject } from '../../platform/guard.ts'
import { type Route, read, write } from '../../platform/route.ts'
import { listPayments, showPayment } from './list.ts'
import { removePayment, removePayments } from './remove.ts'
import { createPayment, updatePayment } from './save.ts'
import { exportPayments } from './sheet/export.ts'
import { paymentTemplate } from './sheet/template.ts'
import { wrongReferences } from './wrong-references.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete' | 'export') => inProject('cost_execution', action)

/** Payments (api.md §5). What is no plain JSON is registered apart: file-routes.ts. */
export const paymentRoutes: Route[] = [
  read(
    'GET /cost_executions',
    { summary: 'A page of payments', access: may('read'), query: paymentListQuery, answer: paymentList },
    listPayments,
  ),
  read(
    'GET /cost_executions/import_template',
    { summary: 'The spreadsheet to fill in', access: may('write'), answer: fileAnswer },
    paymentTemplate,
  ),
  read(
    'GET /cost_executions/:code',
    { summary: 'One payment with its lines', access: may('read'), params, answer: payment },
    showPayment,
  ),
  read(
    'POST /cost_executions/export',
    {
      summary: 'A spreadsheet of the lines of the payments that match',
      access: may('export'),
      query: paymentExportQuery,
      body: paymentExportQuery.nullish(),
      answer: fileAnswer,
    },
    exportPayments,
  ),
  write(
    'POST /cost_executions',
    {
      summary: 'Create a payment',
      access: may('write'),
      body: paymentBody,
      answer: payment,
      alsoWrong: (tx, context, body) => wrongReferences(tx, context, body, null),
    },
    createPayment,
  ),
  write(
    'PUT /cost_executions/:code',
    {
      summary: 'Replace a payment',
      access: may('write'),
      params,
      body: paymentBody,
      answer: payment,
      alsoWrong: (tx, context, body, { code }) => wrongReferences(tx, context, body, code),
    },
    updatePayment,
  ),
  write(
    'DELETE /cost_executions/batch',
    {
      summary: 'Delete several, all or none',
      access: may('delete'),
      ...batchSchemas,
      answer: nothing,
    },
    removePayments,
  ),
  write(
    'DELETE /cost_executions/:code',
    { summary: 'Delete a payment', access: may('delete'), params, answer: nothing },
    removePayment,
  ),
]
