import { contractSheet } from '../modules/contracts/sheet/ledger.ts'
import { costBudgetSheet } from '../modules/cost-budgets/sheet/ledger.ts'
import { paymentSheet } from '../modules/cost-executions/sheet/ledger.ts'
import { imprestSheet } from '../modules/imprests/sheet/ledger.ts'
import { receiptSheet } from '../modules/investment-executions/sheet/ledger.ts'
import { originalJob, zipJob } from '../modules/invoices/originals/jobs.ts'
import { readingJob } from '../modules/invoices/reading/job.ts'
import { sheetJobs } from '../platform/sheet-import/jobs.ts'
import { workOnFiles } from '../platform/workers/file-worker.ts'

// The program of the processes that read uploaded files.
await workOnFiles([
  ...sheetJobs(paymentSheet),
  ...sheetJobs(costBudgetSheet),
  ...sheetJobs(receiptSheet),
  ...sheetJobs(imprestSheet),
  ...sheetJobs(contractSheet),
  readingJob,
  originalJob,
  zipJob,
])
