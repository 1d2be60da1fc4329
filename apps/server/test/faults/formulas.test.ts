import { buffer } from 'node:stream/consumers'
import { fieldPath } from '@pianzhang/contract/errors'
import { plainAccount, plainNumber } from '@pianzhang/contract/numbers'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEDGERS } from '../../src/ledgers.ts'
import { upload } from '../books/payments/sheet/sheets.ts'
import type { Caller } from '../harness/harness.ts'
import { isCreated, pathOf, SAMPLES } from '../harness/samples.ts'
import { workerApp } from '../harness/worker-app.ts'
import { type FullWorld, fullWorld } from '../openapi/full-world.ts'
import { addressOf, type Operation, operationsOf } from '../openapi/operations.ts'
import { type Path, pathsOf, sampleOf, withValue } from '../openapi/samples.ts'

// Formula injection: text that begins like a formula is saved in every text field; in every spreadsheet its cell must be text.
const app = await workerApp()
afterAll(async () => await app.close())
const OPERATIONS = await operationsOf(app)

/** Beginnings that Excel, WPS or LibreOffice read as a formula: the operators, after white space that is trimmed, and full-width. */
const BEGINS = ['=', '+', '-', '@', '\t=', '\r=', '＝']
const CREATES = [
  ...LEDGERS.filter(({ resource }) => resource !== 'invoice' && isCreated(resource)).map(pathOf),
  'roles',
  'users',
].map((name) => `/api/manager/${name}`)

/** Fields of all modules that are free text and in an export. */
const EXPORTED = [
  ...LEDGERS.flatMap((one) => SAMPLES[one.resource].exported.map((field) => `${pathOf(one)}.${field}`)),
  'roles.name',
  'users.name',
]

let world: FullWorld
let admin: Caller
/** Texts that were saved, with the field that they were typed into. */
const saved = new Map<string, string>()

const at = (json: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], json)
const isText = (value: unknown) => typeof value === 'string' && !/^\d/.test(value)
const fieldOf = (path: Path) => path.filter((part) => typeof part === 'string').join('.')
/** A typed text as it is stored: `plainNumber` normalizes ID numbers, `plainAccount` account numbers. */
const storedText = (field: string, text: string): string =>
  field === 'id_number'
    ? plainNumber(text)
    : field === 'income_bankcard_account'
      ? plainAccount(text)
      : text.trim()

async function type({ path, body }: Operation): Promise<void> {
  let count = 0
  const ledger = LEDGERS.find((one) => path.endsWith(`/${pathOf(one)}`))
  const fresh = () => {
    count += 1
    const unique = `甲${count}`
    // A contract of the direction that the ledger accepts.
    const { contract_code = null } = ledger ? SAMPLES[ledger.resource].body(world.references, unique) : {}
    const known = {
      ...world.known,
      ...{
        name: unique,
        out_code: unique,
        investor: unique,
        customer: unique,
        phone: `1350000${1000 + count}`,
      },
      ...{
        code: null,
        check_invoice_code: null,
        contract_code,
        permissions: [],
        scan_attachment_codes: [],
        version: undefined,
      },
      ...(path.endsWith('/contract_cautions') && { category: 0, start_at: '2026-11-21' }),
      ...(path.endsWith('/subjects') && { out_code: '' }),
      ...(path.endsWith('/cost_reports') && { as_of: '' }),
    }
    return sampleOf(body ?? {}, known)
  }
  const first = fresh()
  expect(await admin.post(path, first), path).toMatchObject({ code: 0 })
  let leaves = [...pathsOf(first)].filter((one) => isText(at(first, one)))
  for (const begin of BEGINS) leaves = await saveAll(path, fresh, leaves, begin)
}

/** Saves one record with such a text in each of these fields. Returns those that took it: codes, days, numbers and choices refuse any text. */
async function saveAll(
  path: string,
  fresh: () => unknown,
  leaves: readonly Path[],
  begin: string,
): Promise<Path[]> {
  const texts = leaves.map((leaf, index) => ({ leaf, text: `${begin}1+1&A${saved.size + index}` }))
  const body = texts.reduce((json, { leaf, text }) => withValue(json, leaf, text), fresh())
  const answer = await admin.post(path, body)
  if (answer.code === 0) {
    for (const { leaf, text } of texts)
      saved.set(storedText(fieldOf(leaf), text), `${path.split('/').at(-1)}.${fieldOf(leaf)}`)
    return [...leaves]
  }
  expect(answer.status, `${path} ${answer.msg}`).toBe(422)
  const refused = (answer.data.errors as { field: string }[]).map(({ field }) => field)
  const taken = leaves.filter((leaf) => !refused.some((field) => fieldPath([...leaf]).startsWith(field)))
  expect(taken.length, `${path} ${answer.msg}`).toBeLessThan(leaves.length)
  return await saveAll(path, fresh, taken, begin)
}

async function cellsOf(url: string) {
  const file = await app.http.inject({ url })
  expect(file.statusCode, url).toBe(200)
  const { sheets } = await readXlsx(file.rawPayload, { readStyles: true })
  const formulas = sheets.flatMap((sheet) =>
    [...(sheet.cells?.values() ?? [])].filter((cell) => cell.formula),
  )
  expect(formulas, url).toEqual([])
  return { texts: sheets.flatMap(({ rows }) => rows.flat()), first: sheets[0] }
}

beforeAll(async () => {
  world = await fullWorld(app, '=1+2')
  admin = world.home.admin
  for (const path of CREATES) {
    const operation = OPERATIONS.find((one) => one.path === path && one.method === 'POST')
    expect(operation, path).toBeDefined()
    if (operation) await type(operation)
  }
})

test('in every export of every module such text is text, unchanged', async () => {
  const exports = OPERATIONS.filter(({ path }) => /(\/|_)export$|import_template$/.test(path))
  expect(exports.length).toBeGreaterThan(25)
  const found = new Set<string>()
  for (const { method, path, name } of exports) {
    const address = addressOf(path, world.records)
    const answer = await (method === 'GET' ? admin.get(address) : admin.post(address, {}))
    expect(answer, name).toMatchObject({ code: 0 })
    for (const text of (await cellsOf(answer.data.file_url)).texts) {
      if (typeof text === 'string' && saved.has(text.trim())) found.add(text.trim())
    }
  }
  const exported = new Set([...found].map((text) => saved.get(text)))
  expect([...exported]).toEqual(expect.arrayContaining(EXPORTED))
  expect(exported).not.toContain('users.password')
  for (const field of EXPORTED) {
    const texts = [...saved].filter(([, of]) => of === field)
    expect(texts.length, field).toBe(BEGINS.length)
    expect(
      texts.filter(([text]) => !found.has(text)),
      field,
    ).toEqual([])
  }
})

test('in the failed rows of every import too', async () => {
  const imports = OPERATIONS.filter(({ path }) => path.endsWith('/import/preview'))
  expect(imports.length).toBeGreaterThan(4)
  for (const { path, name } of imports) {
    const template = await admin.get(path.replace('/import/preview', '/import_template'))
    const titles = (await cellsOf(template.data.file_url)).first?.rows[0]?.map(String) ?? []
    const rows = BEGINS.map((begin) => titles.map(() => `${begin}1+1`))
    const columns = titles.map((title) => ({ title, kind: 'text' as const }))
    const file = await buffer(writeSheet([{ name: '表', columns, rows }]))
    const { data } = await admin.post(path, { attachment_code: await upload(app, admin, file) })
    expect(data.failed_rows_url, name).toEqual(expect.any(String))
    const { texts } = await cellsOf(data.failed_rows_url)
    for (const begin of BEGINS)
      expect(
        texts.map((text) => String(text).trim()),
        name,
      ).toContain(`${begin}1+1`.trim())
  }
})
