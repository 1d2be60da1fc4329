import { readFile } from 'node:fs/promises'
import { type Site, site } from '@pianzhang/contract/session'
import { ConfigError } from './config.ts'

/** The default; an operator names a JSON file with their own data in `SITE`. */
const EXAMPLE: Site = {
  company: '北京某某影视文化有限公司',
  hotline: '400-000-0000',
  icp: '京ICP备2026000000号-1',
  police: '',
  address: '北京市朝阳区某某路1号',
  email: 'service@example.com',
  bank: {
    subject: '北京某某影视文化有限公司',
    account: '1100 0000 0000 0000 000',
    name: '某某银行北京某某支行',
  },
  products: [],
}

/** Reads the operator's file; fields that it omits keep the example's value. Throws `ConfigError`. */
export async function loadSite(file: string | null): Promise<Site> {
  if (!file) return EXAMPLE
  let given: unknown
  try {
    given = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`环境变量 SITE 指定的文件 ${file} 无法读取：${(error as Error).message}`)
  }
  const parsed = site.partial().safeParse(given)
  if (!parsed.success)
    throw new ConfigError(
      `环境变量 SITE 指定的文件 ${file} 内容不正确：${parsed.error.issues[0]?.path.join('.')}`,
    )
  return { ...EXAMPLE, ...parsed.data }
}
