import { readFile } from 'node:fs/promises'
import { addFormat, formatsOf } from '../../features/transfer-batches/operator.ts'
import { reasonOf } from '../../platform/system-errors.ts'
import type { Command } from './command.ts'
import { textTable } from './text-table.ts'

/** The operator's commands about the files for banks, whose formats change. */
export const FORMAT_COMMANDS: readonly Command[] = [
  {
    name: 'format:list',
    summary: '列出网银批量文件的格式',
    options: {},
    run: async ({ services }) => {
      const formats = await formatsOf(services.db)
      return {
        message: textTable(
          ['银行', '版本', '起用日期', '类型', '来源', '已验证'],
          formats.map((format) => [
            format.bank,
            format.version,
            format.holds_from,
            `.${format.extension}`,
            format.delivered ? '随产品提供' : '自行添加',
            format.proven ? '是' : '否',
          ]),
        ),
        data: { formats: formats.map(({ delivered: _, ...format }) => format) },
      }
    },
  },
  {
    name: 'format:add',
    summary: '添加网银批量文件的格式，例如银行调整了栏目；已生成的批量文件仍用原来的格式',
    options: { file: { text: '格式文件（JSON，可由 format:list --json 取得样例后修改）', required: true } },
    run: async ({ services }, { file = '' }) => {
      const json = await readFile(file, 'utf8').catch((error: Error) => {
        throw new Error(`无法读取格式文件：--file，${reasonOf(error)}`)
      })
      const format = await addFormat(services.db, json)
      return {
        message: `已添加 ${format.bank} 的格式，版本 ${format.version}，自 ${format.holds_from} 起用`,
        data: { bank: format.bank, version: format.version },
      }
    },
  },
]
