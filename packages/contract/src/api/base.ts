import type { z } from 'zod'
import type { allocationsBody, settlementBody } from '../contract-allocations.ts'
import type * as contracts from '../contracts.ts'
import { answer, ask, body, get, post, put, query, remove, resource } from '../endpoint.ts'
import type { featuresAnswer, featuresBody } from '../features.ts'
import type { fileAnswer } from '../imports.ts'
import type * as invoices from '../invoices.ts'
import type { paymentTypeInvoiceBody } from '../missing-invoices.ts'
import type * as orders from '../orders.ts'
import type { nothing } from '../page.ts'
import type * as payees from '../payees.ts'
import type * as roles from '../roles.ts'
import type * as secondFactor from '../second-factor.ts'
import type * as subjects from '../subjects.ts'
import type { namedType, typeBody, typeList, typeQuery } from '../types.ts'
import type * as users from '../users.ts'

// What books refer to.

export const companyApi = resource('/company', {
  features: get('/features', answer<typeof featuresAnswer>()),
  saveFeatures: put('/features', body<typeof featuresBody, typeof featuresAnswer>()),
  secondFactor: get('/second_factor', answer<typeof secondFactor.secondFactorRule>()),
  saveSecondFactor: put(
    '/second_factor',
    body<typeof secondFactor.secondFactorRule, typeof secondFactor.secondFactorRule>(),
  ),
})

export const contractApi = resource('/contracts', {
  list: get('', query<typeof contracts.contractQuery, typeof contracts.contractList>()),
  show: get('/:code', query<typeof contracts.contractShowQuery, typeof contracts.contract>()),
  related: get('/:code/related', answer<typeof contracts.contractRelated>()),
  create: post('', body<typeof contracts.contractBody, typeof contracts.contract>()),
  update: put('/:code', body<typeof contracts.contractUpdate, typeof contracts.contract>()),
  addScans: post('/:code/scans', body<typeof contracts.addedScans, typeof contracts.contract>()),
  bind: post('/:code/binding', body<typeof contracts.bindingBody, typeof contracts.contract>()),
  unbind: remove('/:code/binding', answer<typeof contracts.contract>()),
  saveAllocations: put('/:code/allocations', body<typeof allocationsBody, typeof contracts.contract>()),
  settle: put('/:code/settlement', body<typeof settlementBody, typeof contracts.contract>()),
  export: ask('/export', body<typeof contracts.contractExportQuery, typeof fileAnswer>()),
})

export const invoiceApi = resource('/invoices', {
  list: get('', query<typeof invoices.invoiceQuery, typeof invoices.invoiceList>()),
  show: get('/:code', answer<typeof invoices.invoice>()),
  create: post('', body<typeof invoices.invoiceBody, typeof invoices.createdInvoices>()),
  checkAtProvider: get(
    '/:code/invoice_check',
    query<typeof invoices.invoiceCheckQuery, typeof invoices.invoice>(),
  ),
  check: put('/:code/check', body<typeof invoices.invoiceCheckBody, typeof invoices.invoice>()),
  voidMany: post('/batch/void', body<typeof invoices.invoicesVoidBody, typeof nothing>()),
  void: post('/:code/void', body<typeof invoices.invoiceVoidBody, typeof invoices.invoice>()),
  unvoid: post('/:code/unvoid', body<typeof invoices.invoiceUnvoidBody, typeof invoices.invoice>()),
  export: ask('/export', body<typeof invoices.invoiceExportQuery, typeof fileAnswer>()),
})

export const orderApi = resource('/orders', {
  list: get('', query<typeof orders.orderListQuery, typeof orders.orderList>()),
  create: post('', body<typeof orders.orderBody, typeof orders.order>()),
  show: get('/:code', answer<typeof orders.order>()),
  check: get('/:code/check', answer<typeof orders.orderCheck>()),
  cancel: put('/:code/cancel', answer<typeof orders.order>()),
})

export const payeeApi = resource('/payees', {
  list: get('', query<typeof payees.payeeQuery, typeof payees.payeeList>()),
  previewMerge: ask('/merge/preview', body<typeof payees.mergeBody, typeof payees.mergePreview>()),
  merge: post('/merge', body<typeof payees.mergeBody, typeof payees.payee>()),
  previewFromContracts: ask('/from_contracts/preview', answer<typeof payees.fromContracts>()),
  fromContracts: post('/from_contracts', answer<typeof payees.fromContracts>()),
  show: get('/:code', query<typeof payees.payeeShowQuery, typeof payees.payee>()),
  usage: get('/:code/usage', query<typeof payees.payeeUsageQuery, typeof payees.payeeUsage>()),
  create: post('', body<typeof payees.payeeBody, typeof payees.payee>()),
  update: put('/:code', body<typeof payees.payeeUpdate, typeof payees.payee>()),
  export: ask('/export', body<typeof payees.payeeExportQuery, typeof fileAnswer>()),
})

export const roleApi = resource('/roles', {
  list: get('', query<typeof roles.roleQuery, typeof roles.roleList>()),
  show: get('/:code', answer<typeof roles.roleDetail>()),
  create: post('', body<typeof roles.roleBody, typeof roles.roleDetail>()),
  update: put('/:code', body<typeof roles.roleBody, typeof roles.roleDetail>()),
  setStatus: post('/:code/status', body<typeof roles.roleStatusBody, typeof roles.roleDetail>()),
  remove: remove('/:code', answer<typeof nothing>()),
})

export const subjectApi = resource('/subjects', {
  list: get('', query<typeof subjects.subjectListQuery, typeof subjects.subjectList>()),
  preloadCode: get('/preload_code', query<typeof subjects.preloadQuery, typeof subjects.preloadAnswer>()),
  create: post('', body<typeof subjects.subjectBody, typeof subjects.subject>()),
})

export const userApi = resource('/users', {
  list: get('', query<typeof users.userQuery, typeof users.userList>()),
  show: get('/:code', answer<typeof users.user>()),
  create: post('', body<typeof users.userBody, typeof users.addedUser>()),
  update: put('/:code', body<typeof users.userUpdate, typeof users.user>()),
  resetPassword: put('/:code/password', body<typeof users.resetBody, typeof users.resetAnswer>()),
  remove: remove('/:code', answer<typeof nothing>()),
  takeSecondFactor: remove('/:code/second_factor', answer<typeof nothing>()),
  transfer: remove('/:code/transfer', query<typeof users.transferQuery, typeof nothing>()),
})

/** Of types, which are identified by their database id; `B`: the schema of a type's body. */
const typeApi = <P extends string, B extends z.ZodType>(
  base: P,
  body: { body: B; answer: typeof namedType } | undefined,
) =>
  resource(base, {
    list: get('', query<typeof typeQuery, typeof typeList>()),
    create: post('', body),
    update: put('/:id', body),
    remove: remove('/:id', answer<typeof nothing>()),
  })
export type TypeApi<B extends z.ZodType> = ReturnType<typeof typeApi<string, B>>
export const paymentTypeApi = typeApi(
  '/pay_categories',
  body<typeof paymentTypeInvoiceBody, typeof namedType>(),
)
export const investmentTypeApi = typeApi('/investment_categories', body<typeof typeBody, typeof namedType>())
