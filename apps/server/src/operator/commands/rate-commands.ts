import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { addRate, type RateChange, ratesOf, removeRate } from '../../features/fees/operator.ts'
import { reasonOf } from '../../platform/system-errors.ts'
import type { Command } from './command.ts'
import { textTable } from './text-table.ts'

const KINDS = {
  labor: '劳务报酬',
  script: '特许权使用费',
  nonresident: '非居民',
  vat: '增值税',
  script_vat: '特许权使用费的增值税',
} as const

/** The operator's commands about rates of tax, which the law changes. */
export const RATE_COMMANDS: readonly Command[] = [
  {
    name: 'rate:list',
    summary: '列出劳务个税的税率',
    options: {},
    run: async ({ services }) => {
      const rates = await ratesOf(services.db)
      const own = rates.filter(({ delivered }) => !delivered).map(({ content }) => content)
      const sourceOf = ({ content: { kind, holds_from }, delivered }: (typeof rates)[number]) => {
        if (!delivered) return '自行添加'
        const replaced = own.some((other) => other.kind === kind && other.holds_from === holds_from)
        return replaced ? '随产品提供，已被自行添加的代替' : '随产品提供'
      }
      return {
        message: textTable(
          ['项目', '起用日期', '来源'],
          rates.map((rate) => [KINDS[rate.content.kind], rate.content.holds_from, sourceOf(rate)]),
        ),
        data: { rates: rates.map(({ content }) => content) },
      }
    },
  },
  {
    name: 'rate:add',
    summary:
      '添加劳务个税的税率，例如税法调整或增值税优惠到期；与随产品提供的税率同项目、同起用日期的代替它。已登记的劳务仍用原来的税率',
    options: { file: { text: '税率文件（JSON，可由 rate:list --json 取得样例后修改）', required: true } },
    run: async ({ services }, { file = '' }) => {
      const json = await readFile(file, 'utf8').catch((error: Error) => {
        throw new Error(`无法读取税率文件：--file，${reasonOf(error)}`)
      })
      const { replaced, ...change } = await addRate(services.db, json)
      return {
        message: `已添加${KINDS[change.kind]}的税率，自 ${change.holds_from} 起用${replaced ? '，代替随产品提供的税率' : ''}${openText(change)}`,
        data: { ...change, replaced },
      }
    },
  },
  {
    name: 'rate:remove',
    summary: '删除自行添加的劳务个税税率，恢复使用原来的税率；已登记的劳务仍用登记时的税率',
    options: {
      kind: {
        text: `项目：${Object.entries(KINDS)
          .map(([kind, name]) => `${kind} ${name}`)
          .join('，')}`,
        required: true,
      },
      from: { text: '起用日期，例如 2027-01-01', required: true },
    },
    run: async ({ services }, { kind = '', from = '' }) => {
      if (!isKind(kind)) throw new Error(`项目须为 ${Object.keys(KINDS).join('、')} 之一：--kind`)
      if (!isDay(from)) throw new Error('起用日期须为有效日期，例如 2027-01-01：--from')
      const change = await removeRate(services.db, kind, from)
      return {
        message: `已删除${KINDS[kind]}自 ${from} 起的税率${openText(change)}`,
        data: { ...change },
      }
    },
  },
]

const isKind = (text: string): text is keyof typeof KINDS => Object.hasOwn(KINDS, text)
const isDay = (text: string): boolean => z.iso.date().safeParse(text).success

const openText = ({ open }: RateChange): string =>
  open > 0 ? `。这段日期内已登记、尚未缴税的劳务有 ${open} 笔，仍是原来算出的税，需要时请重新登记` : ''
