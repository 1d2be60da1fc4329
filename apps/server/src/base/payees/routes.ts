import { payeeApi } from '@pianzhang/contract/api/base'
import { selectApi } from '@pianzhang/contract/api/views'
import { code } from '@pianzhang/contract/page'
import {
  fromContracts,
  mergeBody,
  mergePreview,
  payee,
  payeeBody,
  payeeList,
  payeeOptions,
  payeeQuery,
  payeeSelectQuery,
  payeeShowQuery,
  payeeUpdate,
  payeeUsage,
  payeeUsageQuery,
} from '@pianzhang/contract/payees'
import { z } from 'zod'
import { inCompany, login } from '../../platform/http/guard.ts'
import { ownTransaction, type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { previewFromContracts, takeFromContracts } from './from-contracts.ts'
import { listPayees, selectPayees, showPayee } from './list.ts'
import { mergePayees, previewMerge } from './merge.ts'
import { removePayees } from './remove.ts'
import type { PayeeRules } from './rule.ts'
import { createPayee, updatePayee } from './save.ts'
import { payeeExport } from './sheet/export.ts'
import { payeeSheet } from './sheet/ledger.ts'
import { showUsage } from './usage.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inCompany('payee', action)

/** Payees of the company: to whom money goes. */
export const payeeRoutes = (rules: PayeeRules): Route[] => [
  read(
    payeeApi.list,
    { summary: 'A page of payees', access: may('read'), query: payeeQuery, answer: payeeList },
    listPayees,
  ),
  templateRoute(payeeSheet),
  payeeExport.route,
  read(
    selectApi.payees,
    {
      summary: 'Payees for a picker, by name, pinyin, initials or a whole account',
      access: { ...login, feature: 'payee' },
      query: payeeSelectQuery,
      answer: payeeOptions,
    },
    selectPayees,
  ),
  read(
    payeeApi.previewMerge,
    { summary: 'What a merge would move', access: may('write'), body: mergeBody, answer: mergePreview },
    previewMerge,
  ),
  write(
    payeeApi.merge,
    {
      summary: 'Merge payees into one',
      access: may('write'),
      body: mergeBody,
      answer: payee,
      writeMs: 28_000,
    },
    (tx, context, input) => mergePayees(tx, context, rules, input),
  ),
  read(
    payeeApi.previewFromContracts,
    { summary: 'Which payees the contracts name', access: may('write'), answer: fromContracts },
    previewFromContracts,
  ),
  write(
    payeeApi.fromContracts,
    {
      summary: 'Make payees of the parties of contracts',
      access: may('write'),
      answer: fromContracts,
      writeMs: 28_000,
    },
    takeFromContracts,
  ),
  ownTransaction(
    payeeApi.show,
    {
      summary: 'One payee; its numbers in full with reveal=1, which needs write',
      access: may('read'),
      params,
      query: payeeShowQuery,
      answer: payee,
    },
    showPayee,
  ),
  read(
    payeeApi.usage,
    {
      summary: 'Payments, contracts, totals a year and the history of the account of a payee',
      access: may('read'),
      params,
      query: payeeUsageQuery,
      answer: payeeUsage,
    },
    showUsage,
  ),
  write(
    payeeApi.create,
    { summary: 'Add a payee', access: may('write'), body: payeeBody, answer: payee },
    createPayee,
  ),
  write(
    payeeApi.update,
    {
      summary: 'Replace a payee; absent numbers stay',
      access: may('write'),
      params,
      body: payeeUpdate,
      answer: payee,
    },
    (tx, context, input) => updatePayee(tx, context, rules, input),
  ),
  ...removeRoutes(payeeApi.base, 'payee', may('delete'), removePayees),
]

export const registerPayeeFiles = ledgerFiles({ sheet: payeeSheet, files: [payeeExport] })
