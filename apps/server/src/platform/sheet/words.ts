import type { CellFault, SheetCell, SheetError, SheetReason } from '@pianzhang/xlsx'

const MB = 1024 * 1024

const MESSAGES: Record<SheetReason, string> = {
  not_xlsx: '不是有效的 Excel（.xlsx）文件',
  old_xls: '不支持旧版 Excel（.xls）文件，请另存为 .xlsx 后重新上传',
  encrypted: '该文件已加密，请取消密码后重新上传',
  macros: '文件含有宏，请另存为不含宏的 .xlsx 后重新上传',
  too_large: '文件解压后过大，请拆分后重新上传',
  too_many_parts: '文件内部结构异常（部件过多），请用 Excel 另存为 .xlsx 后重新上传',
  too_many_rows: '文件行数过多，请拆分后重新上传',
  cell_too_long: '单元格文字过长',
  unsafe_xml: '文件含有不允许的内容，请用 Excel 另存为 .xlsx 后重新上传',
  corrupt: '文件已损坏，无法读取，请用 Excel 重新保存后上传',
  no_sheet: '文件中没有可读取的工作表',
  timeout: '读取文件超时，请拆分后重新上传',
  aborted: '读取已取消',
}

/** Why a spreadsheet cannot be read, for the person who uploaded it. */
export function sheetErrorText({ reason, limit, line, format }: SheetError): string {
  if (format === 'xlsb') return '不支持 .xlsb 文件，请另存为 .xlsx 后重新上传'
  if (reason === 'too_large' && limit !== undefined)
    return `文件解压后超过 ${Math.floor(limit / MB)} MB，请拆分后重新上传`
  if (reason === 'too_many_rows' && limit !== undefined) return `文件超过 ${limit} 行，请拆分后重新上传`
  if (reason === 'cell_too_long' && line !== undefined) return `第 ${line} 行有单元格文字超过 ${limit} 字`
  return MESSAGES[reason]
}

const FAULTS: Record<CellFault, string> = {
  no_result: '公式没有计算结果',
  bad_number: '数值无法识别',
  no_such_day: '日期不存在',
}

/** What a cell shows: its text, or why it has none. */
export const shownText = (cell: SheetCell | undefined): string =>
  cell?.kind === 'error' ? (FAULTS[cell.text as CellFault] ?? cell.text) : (cell?.text ?? '')
