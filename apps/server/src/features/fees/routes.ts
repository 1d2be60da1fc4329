import { feeApi } from '@pianzhang/contract/api/features'
import {
  calculateBody,
  calculation,
  fee,
  feeBody,
  feeList,
  feeQuery,
  feeUpdate,
  monthText,
  taxMonths,
  taxMonthsQuery,
  taxPeople,
  taxPeopleQuery,
  taxSetting,
  taxSettingBody,
} from '@pianzhang/contract/fees'
import { code } from '@pianzhang/contract/page'
import { remitBody, remittance, remittanceQuery, remitted } from '@pianzhang/contract/remittances'
import { z } from 'zod'
import type { PaymentRules } from '../../books/payments/rule.ts'
import { inProject, superOnly } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { declaration } from './declaration.ts'
import { feeExport, monthsExport } from './export.ts'
import { listFees } from './list.ts'
import { listMonths, showMonth } from './months.ts'
import { draftRemittance, remit } from './remittance.ts'
import { calculate, createFee, removeFees, updateFee } from './save.ts'
import { saveSetting, showSetting } from './setting.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('labor_tax', action)
const WRITE_MS = 28_000

/** Fees of natural persons: their tax, by month and person, and its remittance. */
export const feeRoutes = (rules: PaymentRules): Route[] => [
  read(
    feeApi.calculate,
    {
      summary: 'What is withheld of a fee, from gross to net or back, and how that comes about',
      access: may('read'),
      body: calculateBody,
      answer: calculation,
    },
    calculate,
  ),
  read(
    feeApi.list,
    { summary: 'A page of fees', access: may('read'), query: feeQuery, answer: feeList },
    listFees,
  ),
  feeExport.route,
  monthsExport.route,
  declaration.route,
  read(
    feeApi.setting,
    { summary: 'How the company sees to the VAT of fees', access: may('read'), answer: taxSetting },
    showSetting,
  ),
  write(
    feeApi.saveSetting,
    {
      summary: 'Replace that setting',
      access: { ...superOnly, feature: 'labor_tax' },
      body: taxSettingBody,
      answer: taxSetting,
    },
    saveSetting,
  ),
  read(
    feeApi.months,
    {
      summary: 'What was withheld, remitted and is due, by month',
      access: may('read'),
      query: taxMonthsQuery,
      answer: taxMonths,
    },
    listMonths,
  ),
  read(
    feeApi.people,
    {
      summary: 'The fees of a month by person',
      access: may('read'),
      params: z.object({ month: monthText }),
      query: taxPeopleQuery,
      answer: taxPeople,
    },
    showMonth,
  ),
  read(
    feeApi.remittance,
    {
      summary: "The payment of a month's tax as a draft",
      access: may('read'),
      body: remittanceQuery,
      answer: remittance,
    },
    draftRemittance,
  ),
  write(
    feeApi.remit,
    {
      summary: "Book the payment of a month's tax, or name the saved one",
      access: may('write'),
      body: remitBody,
      answer: remitted,
      writeMs: WRITE_MS,
    },
    (tx, context, input) => remit(tx, context, rules, input),
  ),
  write(
    feeApi.create,
    {
      summary: 'Add a fee, with the payment of what is left',
      access: may('write'),
      body: feeBody,
      answer: fee,
      writeMs: WRITE_MS,
    },
    (tx, context, input) => createFee(tx, context, rules, input),
  ),
  write(
    feeApi.update,
    { summary: 'Replace a fee', access: may('write'), params, body: feeUpdate, answer: fee },
    updateFee,
  ),
  ...removeRoutes(feeApi.base, 'fee', may('delete'), removeFees),
]

export const registerFeeFiles = ledgerFiles({ files: [feeExport, monthsExport, declaration] })
