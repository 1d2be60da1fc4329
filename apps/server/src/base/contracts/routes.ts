import { contractApi } from '@pianzhang/contract/api/base'
import { allocationsBody, settlementBody } from '@pianzhang/contract/contract-allocations'
import {
  addedScans,
  bindingBody,
  contract,
  contractBody,
  contractList,
  contractQuery,
  contractRelated,
  contractShowQuery,
  contractUpdate,
} from '@pianzhang/contract/contracts'
import { DONE } from '@pianzhang/contract/errors'
import { code } from '@pianzhang/contract/page'
import { z } from 'zod'
import { historyRoute } from '../../platform/audit/history.ts'
import { inProject } from '../../platform/http/guard.ts'
import { ownTransaction, type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { saveAllocations, settleContract } from './allocations.ts'
import { bindSupplement, unbindSupplement } from './binding.ts'
import { showRelated } from './detail/related-records.ts'
import { CONTRACTS } from './ledger.ts'
import { listContracts, showContract } from './list.ts'
import { alsoWrong } from './references.ts'
import type { ContractRule } from './rule.ts'
import { addScans, createContract, removeContracts, updateContract } from './save.ts'
import { contractExport } from './sheet/export.ts'
import { contractSheet } from './sheet/ledger.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('contract', action)

/** Contracts: agreements on money to pay or to receive (api.md §5). */
export const contractRoutes = (rules: readonly ContractRule[]): Route[] => [
  read(
    contractApi.list,
    { summary: 'A page of contracts', access: may('read'), query: contractQuery, answer: contractList },
    listContracts,
  ),
  templateRoute(contractSheet),
  contractExport.route,
  ownTransaction(
    contractApi.show,
    {
      summary: 'One contract; its ID and account numbers in full with reveal=1, which needs write',
      access: may('read'),
      params,
      query: contractShowQuery,
      answer: contract,
    },
    showContract,
  ),
  read(
    contractApi.related,
    {
      summary: 'The last payments and receipts of a contract, and its reminders',
      access: may('read'),
      params,
      answer: contractRelated,
    },
    showRelated,
  ),
  historyRoute(contractApi.base, CONTRACTS),
  write(
    contractApi.create,
    {
      summary: 'Add a contract',
      access: may('write'),
      body: contractBody,
      answer: contract,
      alsoWrong: (tx, context, body) => alsoWrong(tx, context, body),
    },
    createContract,
  ),
  write(
    contractApi.update,
    {
      summary: 'Replace a contract; absent ID and account numbers and scans stay',
      access: may('write'),
      params,
      body: contractUpdate,
      answer: contract,
      alsoWrong: (tx, context, body, { code: own }) => alsoWrong(tx, context, body, own),
    },
    (tx, context, input) => updateContract(tx, context, rules, input),
  ),
  write(
    contractApi.addScans,
    {
      summary: 'Add scans to a contract',
      access: may('write'),
      params,
      body: addedScans,
      answer: contract,
    },
    (tx, context, input) => addScans(tx, context, rules, input),
  ),
  write(
    contractApi.bind,
    {
      summary: 'Link a supplement to a contract',
      access: may('write'),
      params,
      body: bindingBody,
      answer: contract,
    },
    bindSupplement,
  ),
  write(
    contractApi.unbind,
    {
      summary: 'Unlink the supplement of a contract',
      access: may('write'),
      params,
      answer: contract,
      msg: DONE,
    },
    unbindSupplement,
  ),
  write(
    contractApi.saveAllocations,
    {
      summary: 'Replace the shares of a contract by subject',
      access: inProject('cost_report', 'write'),
      params,
      body: allocationsBody,
      answer: contract,
    },
    saveAllocations,
  ),
  write(
    contractApi.settle,
    {
      summary: 'Settle a contract, on which nothing more is to be paid, or open it again',
      access: inProject('cost_report', 'write'),
      params,
      body: settlementBody,
      answer: contract,
    },
    settleContract,
  ),
  ...removeRoutes(contractApi.base, 'contract', may('delete'), (tx, context, codes) =>
    removeContracts(tx, context, rules, codes),
  ),
]

export const registerContractFiles = ledgerFiles({ sheet: contractSheet, files: [contractExport] })
