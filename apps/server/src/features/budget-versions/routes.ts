import { budgetMoveApi, budgetVersionApi } from '@pianzhang/contract/api/features'
import {
  budgetComparison,
  budgetMoveList,
  budgetMoveQuery,
  budgetVersion,
  budgetVersionList,
  budgetVersionQuery,
  compareQuery,
  lockBody,
  moveBody,
  movedAnswer,
  unlockBody,
} from '@pianzhang/contract/budget-versions'
import { code, nothing } from '@pianzhang/contract/page'
import { z } from 'zod'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { compareExport, compareVersions } from './compare.ts'
import { listMoves, moveExport } from './move-list.ts'
import { createMove, removeMove } from './moves.ts'
import { versionExport } from './version-sheet.ts'
import { listVersions, lockVersion, unlockVersion } from './versions.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('budget_version', action)

/** Versions of the cost budget, and moves between subjects while it is locked. */
export const budgetVersionRoutes: Route[] = [
  read(
    budgetVersionApi.list,
    {
      summary: 'The versions of the budget, the last first',
      access: may('read'),
      query: budgetVersionQuery,
      answer: budgetVersionList,
    },
    listVersions,
  ),
  write(
    budgetVersionApi.create,
    { summary: 'Lock the budget as it is', access: may('write'), body: lockBody, answer: budgetVersion },
    lockVersion,
  ),
  read(
    budgetVersionApi.compare,
    {
      summary: 'Two versions, or one with the budget as it is, by subject',
      access: may('read'),
      query: compareQuery,
      answer: budgetComparison,
    },
    compareVersions,
  ),
  compareExport.route,
  versionExport.route,
  write(
    budgetVersionApi.unlock,
    {
      summary: 'Unlock the budget, with a reason',
      access: may('delete'),
      params,
      body: unlockBody,
      answer: budgetVersion,
    },
    unlockVersion,
  ),
  read(
    budgetMoveApi.list,
    {
      summary: 'The moves between subjects, the last first',
      access: may('read'),
      query: budgetMoveQuery,
      answer: budgetMoveList,
    },
    listMoves,
  ),
  moveExport.route,
  write(
    budgetMoveApi.create,
    {
      summary: 'Move budget from one subject to another',
      access: may('write'),
      body: moveBody,
      answer: movedAnswer,
    },
    createMove,
  ),
  write(
    budgetMoveApi.remove,
    { summary: 'Take back the last move', access: may('delete'), params, answer: nothing },
    removeMove,
  ),
]

export const registerBudgetVersionFiles = ledgerFiles({ files: [compareExport, versionExport, moveExport] })
