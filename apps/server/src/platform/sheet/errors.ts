/** Why a spreadsheet could not be read; the importer answers all of them with 422. */
export type SheetReason =
  | 'not_xlsx'
  | 'old_xls'
  | 'encrypted'
  | 'macros'
  | 'too_large'
  | 'too_many_parts'
  | 'too_many_rows'
  | 'cell_too_long'
  | 'unsafe_xml'
  | 'corrupt'
  | 'no_sheet'
  | 'timeout'
  | 'aborted'

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

/**
 * The file is at fault, not our code. `message` is Chinese and shown to the user; `cause` has the technical detail
 * for the log.
 */
export class SheetError extends Error {
  readonly reason: SheetReason

  constructor(reason: SheetReason, message: string = MESSAGES[reason], options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'SheetError'
    this.reason = reason
  }
}

/** A damaged file; `detail` is English, for the log only. */
export function corrupt(detail: unknown): SheetError {
  return new SheetError('corrupt', undefined, {
    cause: detail instanceof Error ? detail : new Error(String(detail)),
  })
}
