import { buffer } from 'node:stream/consumers'
import { yuan } from '@pianzhang/contract/money'
import { type CellValue, type OutColumn, writeSheet } from '@pianzhang/xlsx'
import { fieldText, type Payer, type Transfer } from './fields.ts'
import type { TransferFormat } from './formats/format.ts'
import { encodeGbk } from './gbk.ts'

/** The bank's file of a batch. The same batch always gives the same bytes. */
export async function writeFile(
  format: TransferFormat,
  transfers: readonly Transfer[],
  payer: Payer,
): Promise<Buffer> {
  return format.kind === 'text'
    ? textFile(format, transfers, payer)
    : await sheetFile(format, transfers, payer)
}

const amountText = ({ amounts }: TransferFormat, fen: bigint): string =>
  amounts === 'fen' ? String(fen) : yuan(fen)

/** Each field ends with `|`, each line with CR LF. */
function textFile(format: TransferFormat, transfers: readonly Transfer[], payer: Payer): Buffer {
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0n)
  const filled: Readonly<Record<string, string>> = {
    date: payer.date.replaceAll('-', ''),
    total: amountText(format, total),
    count: String(transfers.length),
    titles: format.columns.map(({ title }) => `${title}|`).join(''),
  }
  const fill = (line: string) => line.replace(/\{(\w+)\}/g, (whole, name: string) => filled[name] ?? whole)
  const rows = transfers.map((transfer) =>
    format.columns
      .map((column) =>
        column.value === 'amount'
          ? `${amountText(format, transfer.amount)}|`
          : `${fieldText(column, transfer, payer)}|`,
      )
      .join(''),
  )
  const lines = [...format.head.map(fill), ...rows, ...format.foot.map(fill)]
  return encodeGbk(lines.map((line) => `${line}\r\n`).join(''))
}

async function sheetFile(
  format: TransferFormat,
  transfers: readonly Transfer[],
  payer: Payer,
): Promise<Buffer> {
  // A money column shows fen as yuan, a number column as they are.
  const amountKind = format.amounts === 'fen' ? 'number' : 'money'
  const columns = format.columns.map(
    ({ title, value }): OutColumn => ({ title, kind: value === 'amount' ? amountKind : 'text' }),
  )
  const rows = transfers.map((transfer) =>
    format.columns.map(
      (column): CellValue =>
        column.value === 'amount' ? transfer.amount : fieldText(column, transfer, payer),
    ),
  )
  return await buffer(writeSheet([{ name: 'Sheet1', columns, rows }]))
}
