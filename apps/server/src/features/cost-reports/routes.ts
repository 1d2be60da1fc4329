import { costReportApi, issuedReportApi, shootingDayApi } from '@pianzhang/contract/api/features'
import {
  costReport,
  costReportIssue,
  costReportQuery,
  dailyCosts,
  estimateAnswer,
  estimateBody,
  issuedReport,
  issuedReportDetail,
  issuedReportList,
  issuedReportQuery,
  shootingDays,
  shootingDaysBody,
} from '@pianzhang/contract/cost-report'
import { code, nothing } from '@pianzhang/contract/page'
import { z } from 'zod'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { estimateExport, estimateSheet } from './estimate-sheet.ts'
import { saveEstimate } from './estimates.ts'
import { issueReport, listIssued, showIssued, withdrawReport } from './issue.ts'
import { issuedListExport } from './issued-sheet.ts'
import { showReport } from './report.ts'
import { dailyExport, issuedExport, reportExport } from './sheet.ts'
import { saveShootingDays, showDaily, showShootingDays } from './shooting.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('cost_report', action)

/** The cost report: what each subject costs to date, is committed to by contracts, and will cost in the end. */
export const costReportRoutes: Route[] = [
  read(
    costReportApi.report,
    {
      summary: 'Cost by subject: budget, to date, committed, to come, in the end',
      access: may('read'),
      query: costReportQuery,
      answer: costReport,
      replica: true,
    },
    showReport,
  ),
  reportExport.route,
  read(
    costReportApi.daily,
    {
      summary: 'The cost of each day, and of a shooting day',
      access: may('read'),
      answer: dailyCosts,
      replica: true,
    },
    showDaily,
  ),
  dailyExport.route,
  templateRoute(estimateSheet),
  estimateExport.route,
  write(
    costReportApi.saveEstimate,
    {
      summary: 'Type what a subject will still cost, or its cost in the end',
      access: may('write'),
      params: z.object({ subject_code: code }),
      body: estimateBody,
      answer: estimateAnswer,
    },
    saveEstimate,
  ),
  read(
    issuedReportApi.list,
    {
      summary: 'The issued reports, the last first',
      access: may('read'),
      query: issuedReportQuery,
      answer: issuedReportList,
    },
    listIssued,
  ),
  write(
    issuedReportApi.issue,
    {
      summary: 'Issue a report: freeze its figures',
      access: may('write'),
      body: costReportIssue,
      answer: issuedReport,
    },
    issueReport,
  ),
  read(
    issuedReportApi.show,
    {
      summary: 'An issued report, and what was booked since',
      access: may('read'),
      params,
      answer: issuedReportDetail,
    },
    showIssued,
  ),
  issuedListExport.route,
  issuedExport.route,
  write(
    issuedReportApi.withdraw,
    { summary: 'Withdraw the last report', access: may('delete'), params, answer: nothing },
    withdrawReport,
  ),
  read(
    shootingDayApi.days,
    { summary: 'The shooting days', access: may('read'), answer: shootingDays },
    showShootingDays,
  ),
  write(
    shootingDayApi.save,
    {
      summary: 'Replace the shooting days',
      access: may('write'),
      body: shootingDaysBody,
      answer: shootingDays,
    },
    saveShootingDays,
  ),
]

export const registerCostReportFiles = ledgerFiles({
  sheet: estimateSheet,
  files: [reportExport, dailyExport, estimateExport, issuedListExport, issuedExport],
})
