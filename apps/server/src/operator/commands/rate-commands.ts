import { readFile } from 'node:fs/promises'
import { addRate, ratesOf } from '../../modules/labor-tax/operator.ts'
import type { Command } from './command.ts'
import { textTable } from './text-table.ts'

const KINDS = { labor: '劳务报酬', script: '特许权使用费', nonresident: '非居民', vat: '增值税' } as const

/** The operator's commands about rates of tax, which the law changes. */
export const RATE_COMMANDS: readonly Command[] = [
  {
    name: 'rate:list',
    summary: '列出劳务个税的税率',
    options: {},
    run: async ({ services }) => {
      const rates = await ratesOf(services.db)
      return {
        message: textTable(
          ['项目', '起用日期', '来源'],
          rates.map(({ content, delivered }) => [
            KINDS[content.kind],
            content.holds_from,
            delivered ? '随产品提供' : '自行添加',
          ]),
        ),
        data: { rates: rates.map(({ content }) => content) },
      }
    },
  },
  {
    name: 'rate:add',
    summary: '添加劳务个税的税率，例如税法调整或增值税优惠到期；已登记的劳务仍用原来的税率',
    options: { file: { text: '税率文件（JSON，可由 rate:list --json 取得样例后修改）', required: true } },
    run: async ({ services }, { file = '' }) => {
      const json = await readFile(file, 'utf8').catch((error: Error) => {
        throw new Error(`无法读取税率文件：--file（${error.message}）`)
      })
      const { kind, holds_from } = await addRate(services.db, json)
      return {
        message: `已添加${KINDS[kind]}的税率，自 ${holds_from} 起用`,
        data: { kind, holds_from },
      }
    },
  },
]
