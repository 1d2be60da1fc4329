import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Site } from '@pianzhang/contract/session'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { reasonOf } from '../system-errors.ts'
import { parseWritten } from '../written-json.ts'

interface Partner {
  name: string
  /** A WebP picture as a data URL, which the Content-Security-Policy admits; empty without a logo. */
  image: string
}

/** The operator's data: what everybody may ask for, and the partners on the landing page. */
export interface SiteSettings extends Site {
  partners: Partner[]
  /** Fields that a server in production needs and was not given; visitors see nothing in their place. */
  lacking: readonly string[]
}

/** The default; an operator names a JSON file with their own data in `SITE`. */
const EXAMPLE: SiteSettings = {
  company: '北京片账信息技术有限公司',
  hotline: '400-000-0000',
  icp: '京ICP备2026000000号-1',
  police: '',
  address: '北京市朝阳区槐荫里1号',
  email: 'service@example.com',
  bank: {
    subject: '北京片账信息技术有限公司',
    account: '1100 0000 0000 0000 000',
    name: '汇澄银行北京槐荫里支行',
  },
  products: [{ name: '示例产品', url: 'https://example.com/' }],
  partners: [],
  lacking: [],
}

/** Invented partners, whose logos are in the folder `partners`. */
const EXAMPLE_PARTNERS = {
  chengzhen: '橙帧视频',
  luting: '鹭汀影业',
  lanbu: '澜埠影视基地',
  yuanjiao: '远焦器材',
  huanli: '幻砾视效',
  hengyan: '衡砚律师',
}

const examplePartners = async (): Promise<Partner[]> =>
  await Promise.all(
    Object.entries(EXAMPLE_PARTNERS).map(async ([file, name]) => ({
      name,
      image: dataUrl(await readFile(new URL(`partners/${file}.webp`, import.meta.url))),
    })),
  )

const dataUrl = (webp: Buffer) => `data:image/webp;base64,${webp.toString('base64')}`

/** The fields that a server in production needs; all but the company may be `""`. */
const NEEDED = ['company', 'hotline', 'icp', 'address', 'email'] as const

/** Used in production instead of the example; without a bank account there are no transfers. */
const NOTHING: SiteSettings = {
  company: '',
  hotline: '',
  icp: '',
  police: '',
  address: '',
  email: '',
  bank: { subject: '', account: '', name: '' },
  products: [],
  partners: [],
  lacking: NEEDED,
}

/** Whether people would be told to transfer money to the account of the example, which does not exist. */
export const hasExampleBank = ({ bank }: SiteSettings): boolean => bank === EXAMPLE.bank

/** What the operator must be told of the data that is missing. */
export const siteNotices = ({ lacking }: SiteSettings): string[] =>
  lacking.length > 0
    ? [
        `运营者资料不完整：环境变量 SITE 指定的文件中没有 ${lacking.join('、')}（company 以外没有的填 ""，见 docs/运维/配置.md）`,
      ]
    : []

const text = (max: number) => z.string('应为文字').trim().max(max, `不能超过${max}个字`)
const filled = (max: number) => text(max).min(1, '不能为空')
const list = <T extends z.ZodType>(item: T, max: number) =>
  z.array(item, '应为数组').max(max, `不能超过${max}项`)
const strict = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `有不认识的字段：${(keys as string[]).join('、')}` : '应为对象',
  })

const isHttp = (address: string) =>
  /^https?:\/\//i.test(address) && URL.canParse(address) && new URL(address).username === ''

/** With an empty account there are no transfers, so subject and bank name are not needed. */
const bank = strict({ subject: text(100), account: text(50), name: text(100) }).check(({ value, issues }) => {
  if (value.account === '') return
  for (const name of ['subject', 'name'] as const)
    if (value[name] === '') issues.push({ code: 'custom', path: [name], message: '不能为空', input: '' })
})

const siteFile = strict({
  company: text(100).optional(),
  hotline: text(50).optional(),
  icp: text(60).optional(),
  police: text(60).optional(),
  address: text(200).optional(),
  email: z.union([z.literal(''), z.email('应为邮箱地址')], '应为邮箱地址').optional(),
  bank: bank.optional(),
  products: list(
    strict({
      name: filled(40),
      url: filled(500).refine(isHttp, '应为以 http:// 或 https:// 开头的网址'),
    }),
    20,
  ).optional(),
  partners: list(strict({ name: filled(40), image: filled(500).optional() }), 12).optional(),
})

/**
 * Reads the operator's file; fields that it omits keep the example's value, or in production (`NODE_ENV`) none. Logos are files named relative
 * to it. Throws one `ConfigError` that names every wrong field.
 */
export async function loadSite(
  file: string | null,
  { production = false }: { production?: boolean } = {},
): Promise<SiteSettings> {
  const base = production ? NOTHING : EXAMPLE
  if (!file) return production ? base : { ...base, partners: await examplePartners() }
  let given: unknown
  try {
    given = parseWritten(await readFile(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`环境变量 SITE 指定的文件 ${file} 无法读取：${reasonOf(error)}`)
  }
  const parsed = siteFile.safeParse(given)
  if (!parsed.success)
    throw wrong(
      file,
      parsed.error.issues.map(({ path, message }) => ({ path, message })),
    )
  const { partners, ...plain } = parsed.data
  return {
    ...base,
    ...plain,
    ...(partners && { partners: await loadLogos(file, partners) }),
    lacking: production
      ? NEEDED.filter((field) => (field === 'company' ? !plain.company : plain[field] === undefined))
      : [],
  }
}

interface Fault {
  path: PropertyKey[]
  message: string
}

const wrong = (file: string, faults: Fault[]) =>
  new ConfigError(
    `环境变量 SITE 指定的文件 ${file} 内容不正确：${faults
      .map(({ path, message }) => `${path.length > 0 ? `${path.map(String).join('.')} ` : ''}${message}`)
      .join('；')}`,
  )

/** In pixels, for screens of twice the density; the page shows logos at half of it. */
const LOGO = { width: 320, height: 96, fit: 'inside', withoutEnlargement: true } as const

async function loadLogos(
  file: string,
  partners: { name: string; image?: string | undefined }[],
): Promise<Partner[]> {
  // Loaded only if there are logos, as every child process reads this file at its start.
  const sharp = partners.some(({ image }) => image) ? (await import('sharp')).default : undefined
  const faults: Fault[] = []
  const loaded = await Promise.all(
    partners.map(async ({ name, image }, index) => {
      if (!image || !sharp) return { name, image: '' }
      try {
        // Converted, so that a scripted SVG or an oversized photograph does not reach visitors.
        const bytes = await readFile(resolve(dirname(file), image))
        const picture = await sharp(bytes, { limitInputPixels: 50_000_000 }).resize(LOGO).webp().toBuffer()
        return { name, image: dataUrl(picture) }
      } catch {
        faults.push({
          path: ['partners', index, 'image'],
          message: `应为本机图片文件的路径，无法读取：${image}`,
        })
        return { name, image: '' }
      }
    }),
  )
  if (faults.length > 0) throw wrong(file, faults)
  return loaded
}
