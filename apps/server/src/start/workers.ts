import { fileURLToPath } from 'node:url'
import { ExportProcess, type ExportSettings } from '../platform/workers/export-process.ts'
import { FileProcesses, type ProcessSettings, READERS } from '../platform/workers/file-processes.ts'

const EXPORT_SERVER = fileURLToPath(new URL('./export-server.ts', import.meta.url))

/** The processes beside a server: one writes exports, others read spreadsheets, others pictures and originals of invoices. */
interface Workers {
  bulk: ExportProcess
  sheets: FileProcesses
  readers: FileProcesses
}

/** None of them is started before it is needed. `limits`: shorter ones for tests. */
export function openWorkers(
  { log, ...settings }: Omit<ExportSettings, 'program'>,
  limits: Partial<ProcessSettings> = {},
): Workers {
  return {
    bulk: new ExportProcess({ ...settings, log, program: EXPORT_SERVER }, limits),
    sheets: new FileProcesses({ ...settings, ...limits }),
    readers: new FileProcesses({ ...settings, ...READERS, ...limits }),
  }
}
