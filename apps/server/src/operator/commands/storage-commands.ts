import type { Services } from '../../platform/services.ts'
import { openDriver } from '../../platform/storage/open.ts'
import { StorageDown } from '../../platform/storage/remote.ts'
import { DRIVERS, type DriverName, type Storage } from '../../platform/storage/storage.ts'
import { areSame, clearMoved, copyFiles } from '../storage/move.ts'
import type { Command } from './command.ts'

const REPORT_EVERY = 500
const NAMES = DRIVERS.join('、')

/** The operator's commands about stored files (docs/运维/多台服务器.md). */
export const STORAGE_COMMANDS: readonly Command[] = [
  {
    name: 'storage:move',
    summary: '将文件复制到另一个存储，服务运行时也可以；中断后重新运行即继续，原文件不删除',
    options: {
      from: { text: `现在的存储：${NAMES}`, required: true },
      to: { text: `新的存储：${NAMES}`, required: true },
    },
    run: async ({ services }, values) => {
      const { from, to } = await bothOf(services, values)
      const report = (copied: number) => {
        if (copied % REPORT_EVERY === 0) console.log(`已复制 ${copied} 个文件`)
      }
      const { copied, present, lacking } = await inWords(copyFiles(services, from, to, report))
      const rest =
        lacking === 0
          ? '数据库中的文件已全部在新的存储中'
          : `数据库中还有 ${lacking} 个文件不在新的存储中，请在切换配置后再次运行`
      return {
        message: `已复制 ${copied} 个文件，${present} 个此前已复制；${rest}`,
        data: { copied, present, lacking },
      }
    },
  },
  {
    name: 'storage:clear',
    summary: '删除已复制到另一个存储的原文件，逐个核对内容后才删除',
    options: {
      from: { text: `原来的存储，其中的文件将被删除：${NAMES}`, required: true },
      to: { text: '现在使用的存储，须与环境变量 STORAGE 相同', required: true },
    },
    run: async ({ services }, values) => {
      const { from, to } = await bothOf(services, values)
      if (values.to !== services.config.storage.driver)
        throw new Error('只能删除已不再使用的存储中的文件，须与环境变量 STORAGE 相同：--to')
      const { removed, kept } = await inWords(clearMoved(services, from, to))
      const rest = kept === 0 ? '' : `；${kept} 个文件在新的存储中没有或内容不同，没有删除`
      return { message: `已删除 ${removed} 个原文件${rest}`, data: { removed, kept } }
    },
  },
]

async function bothOf(
  { config }: Services,
  { from, to }: Record<string, string | undefined>,
): Promise<{ from: Storage; to: Storage }> {
  const driver = (name: string | undefined, option: string): DriverName => {
    const found = DRIVERS.find((one) => one === name)
    if (!found) throw new Error(`须为 ${NAMES} 之一：${option}`)
    return found
  }
  const names = { from: driver(from, '--from'), to: driver(to, '--to') }
  if (names.from === names.to) throw new Error('两个存储不能相同：--from --to')
  const both = { from: await openDriver(config, names.from), to: await openDriver(config, names.to) }
  if (await inWords(areSame(both.from, both.to))) throw new Error('两个存储是同一个存储空间：--from --to')
  return both
}

/** Turns `StorageDown` into an Error whose message tells the operator what to check. */
export async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof StorageDown ? new Error(error.why, { cause: error }) : error
  }
}
