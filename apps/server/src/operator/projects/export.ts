import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatInstant } from '@pianzhang/contract/calendar'
import { type CellValue, type OutColumn, writeSheet } from '@pianzhang/xlsx'
import { operatorActor } from '../../base/companies/create.ts'
import { LEDGERS } from '../../ledgers.ts'
import { audit } from '../../platform/audit/audit.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { packFilters, sheetOf } from '../../platform/files/export-file.ts'
import { ExportSlot } from '../../platform/files/export-slot.ts'
import type { Services } from '../../platform/services.ts'
import { reasonOf } from '../../platform/system-errors.ts'
import { FILES, TABLES } from './contents.ts'

interface Project {
  id: bigint
  code: string
  name: string
  companyId: bigint
  company: string
  archivedAt: Date | null
}

interface ProjectExport {
  /** The folder that was made. */
  folder: string
  tables: number
  files: number
  /** Original names of the files that the storage does not have. */
  lacking: string[]
  project: Project
}

/** What is written, for the index and the sums of all files. */
interface Written {
  path: string
  bytes: number
  sha256: string
}

/**
 * Writes all that a project's people entered into a new folder below `into`, as files that are read without the product: a spreadsheet of each
 * list, every original under the number of its record, an index, and the SHA-256 of each. The folder gets its name when it is complete. Throws an
 * Error in Chinese for an unknown project, or a folder that exists or cannot be written.
 */
export async function exportProject(services: Services, code: string, into: string): Promise<ProjectExport> {
  const project = await expectProject(services, code)
  const folder = join(into, `${fileName(project.name)}-${code}`)
  const part = `${folder}.part`
  await newFolder(folder, part)
  try {
    const out = new Output(part)
    const tables = await writeTables(services, project, out)
    const files = await writeFiles(services, project, out)
    await out.write('目录.xlsx', writeSheet(indexOf(services, project, tables, files)))
    await writeFile(join(part, 'SHA256SUMS'), out.sums(), { mode: 0o600 })
    await logged(services, project)
    await rename(part, folder)
    const lacking = files.filter(({ written }) => !written).map(({ original }) => original)
    return { folder, tables: tables.length, files: files.length - lacking.length, lacking, project }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

async function expectProject({ db }: Services, code: string): Promise<Project> {
  const row = await db
    .selectFrom('projects as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.code', 'p.name', 'p.company_id', 'c.name as company', 'p.archive_at'])
    .where('p.code', '=', code)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Error(`没有编码为 ${code} 的项目（project:list 列出；已删除的先恢复）：--project`)
  return { ...row, companyId: row.company_id, archivedAt: row.archive_at }
}

async function newFolder(folder: string, part: string): Promise<void> {
  if (await stat(folder).catch(() => null)) throw new Error(`文件夹 ${folder} 已存在，请移走后重试：--into`)
  try {
    await mkdir(part, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Error(`无法写入 ${part}：${reasonOf(error)}：--into`, { cause: error })
    throw new Error(`文件夹 ${part} 已存在：上次被中断，或正在进行；确认没有在进行后删除它`)
  }
}

/** Files below a folder, with their sums. */
class Output {
  readonly #folder: string
  readonly #written: Written[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  async write(path: string, content: Readable): Promise<Written> {
    const file = join(this.#folder, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let bytes = 0
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        bytes += chunk.length
        done(null, chunk)
      },
    })
    await pipeline(content, measured, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    const written = { path, bytes, sha256: hash.digest('hex') }
    this.#written.push(written)
    return written
  }

  /** As `sha256sum --check` reads it. */
  sums = (): string => this.#written.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')
}

/** A name that every file system takes: Windows refuses these characters, and a dot or a space at the end. */
const fileName = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .slice(0, 80)
    .replace(/[. ]+$/, '_')

interface Table {
  name: string
  rows: number
  written: Written
}

async function writeTables(services: Services, project: Project, out: Output): Promise<Table[]> {
  const tables: Table[] = []
  const { id, name, companyId } = project
  for (const { file, filters = {} } of TABLES) {
    const content = await file.prepare({
      services,
      project: { id, name, companyId, creator: null, can: () => true },
      // Numbers of documents and accounts are in full: such files are kept for decades, and nobody can ask for them then.
      query: { numbers: 'full', filters: packFilters({ query: filters, body: null }) },
    })
    const slot = new ExportSlot(await services.exports.connect(), () => undefined)
    let rows = 0
    const counted: typeof content = {
      ...content,
      async *rows(of) {
        for await (const some of content.rows(of)) {
          rows += some.length
          yield some
        }
      },
    }
    const number = String(tables.length + 1).padStart(2, '0')
    const path = `表格/${number} ${fileName(content.name)}.xlsx`
    try {
      const written = await out.write(path, writeSheet([sheetOf(counted, slot)]))
      tables.push({ name: content.name, rows, written })
    } finally {
      slot.releaseUnread()
    }
  }
  return tables
}

interface Original {
  folder: string
  number: string
  original: string
  /** Null: the storage does not have it. */
  written: Written | null
}

async function writeFiles(services: Services, { id }: Project, out: Output): Promise<Original[]> {
  const originals: Original[] = []
  for (const { files } of LEDGERS) {
    if (!files) continue
    const kind = FILES[files]
    if (!kind) throw new Error(`no folder for the files of ${files}`)
    const { rows } = await kind.of(id).execute(services.db)
    const counts = new Map<string, number>()
    for (const { number, storage_key, file_name, kind: type } of rows) {
      const label = fileName(number)
      const count = (counts.get(label) ?? 0) + 1
      counts.set(label, count)
      const stored = await services.storage.open(storage_key)
      const path = `原件/${kind.folder}/${label}_${String(count).padStart(2, '0')}.${type}`
      const written = stored && (await out.write(path, stored))
      originals.push({ folder: kind.folder, number, original: file_name, written })
    }
  }
  return originals
}

const text = (title: string, width: number): OutColumn => ({ title, kind: 'text', width })
const count = (title: string): OutColumn => ({ title, kind: 'number', width: 14 })

function indexOf(
  { clock }: Services,
  project: Project,
  tables: readonly Table[],
  files: readonly Original[],
) {
  const day = (at: Date) => formatInstant(at).slice(0, 10)
  const about: CellValue[][] = [
    ['公司', project.company],
    ['项目', project.name],
    ['项目编码', project.code],
    ['归档状态', project.archivedAt ? `${day(project.archivedAt)} 归档` : '导出时没有归档'],
    ['导出日期', day(clock())],
    ['表格', `${tables.length} 个，在文件夹“表格”中`],
    ['原件', `${files.length} 个，在文件夹“原件”中，文件名为所属记录的编号和序号`],
    ['核对', 'SHA256SUMS 是每个文件的 SHA-256，用 sha256sum --check SHA256SUMS 核对'],
  ]
  return [
    { name: '说明', columns: [text('内容', 14), text('说明', 70)], rows: about },
    {
      name: '表格',
      columns: [text('表格', 24), count('行数'), text('文件', 44), text('SHA-256', 66)],
      rows: tables.map(({ name, rows, written: { path, sha256 } }): CellValue[] => [
        name,
        BigInt(rows),
        path,
        sha256,
      ]),
    },
    {
      name: '原件',
      columns: [
        text('类别', 16),
        text('编号', 24),
        text('文件', 50),
        text('上传时的文件名', 40),
        count('字节'),
        text('SHA-256', 66),
      ],
      rows: files.map(({ folder, number, original, written }): CellValue[] => [
        folder,
        number,
        written?.path ?? '存储中没有这个文件',
        original,
        written && BigInt(written.bytes),
        written?.sha256 ?? null,
      ]),
    },
  ]
}

async function logged(services: Services, { id, code, name, companyId }: Project): Promise<void> {
  await inTransaction(services.db, (tx) =>
    audit(
      tx,
      { ...operatorActor(services, companyId), project: { id } },
      {
        action: 'export',
        resource: 'project',
        code,
        label: `${name}：全部表格和原件（含完整证件号码和账号）`,
      },
    ),
  )
}
