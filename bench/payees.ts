import { chromium } from '@playwright/test'
import { searchTextOf } from '../apps/server/src/base/payees/pinyin.ts'
import { type Random, seeded } from '../apps/server/src/start/demo/random.ts'
import { chromiumExecutable } from '../e2e/browser.ts'
import { type Bench, type Figure, median } from './bench.ts'

const PAYEES = Number(process.env.BENCH_PAYEES ?? 50_000)
const ROUNDS = 25
/** Characters of names; a pair of them is in few of 50,000. */
const CHARACTERS = [
  ...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂华金玉东海山林春夏秋冬天地星辰云雨雪风江河湖石木水火土光影视文化传艺术创世纪元新盛隆昌达通顺和泰安康宁福禄寿喜祥瑞吉利丰裕',
]
const PLACES = ['北京', '上海', '横店', '东阳', '杭州', '成都', '广州', '象山', '青岛', '重庆']
const TRADES = [
  '文化传媒',
  '影视器材',
  '服装道具',
  '酒店管理',
  '汽车租赁',
  '餐饮服务',
  '木作工程',
  '后期制作',
]
const FORMS = ['有限公司', '工作室', '个体户', '中心']

/** A third are persons of three characters, the others companies: 横店金海春影视器材有限公司. */
function nameOf(random: Random): string {
  const two = random.pick(CHARACTERS) + random.pick(CHARACTERS)
  if (random.int(0, 2) === 0) return random.pick(CHARACTERS) + two
  return random.pick(PLACES) + two + random.pick(CHARACTERS) + random.pick(TRADES) + random.pick(FORMS)
}

/** Keywords by what makes them slow or quick. */
const KEYWORDS: readonly { what: string; of(name: string): string }[] = [
  { what: 'two characters within a name, which few have', of: (name) => name.slice(2, 4) },
  { what: 'two characters that half of the names have', of: () => '公司' },
  { what: 'two characters that no name has', of: () => '龘鑫' },
  { what: 'three characters', of: (name) => name.slice(1, 4) },
  { what: 'a single character', of: (name) => name.slice(0, 1) },
  { what: 'initials of two letters', of: () => 'hz' },
]

async function fillPayees(bench: Bench, project: string): Promise<string[]> {
  const random = seeded(20_261_127)
  const names = Array.from({ length: PAYEES }, () => nameOf(random))
  const { rows } = await bench.database.query<{ company: string; user: string }>(
    'select p.company_id as company, min(u.id) as user from projects p join users u on u.company_id = p.company_id where p.code = $1 group by 1',
    [project],
  )
  const [{ company, user } = { company: '', user: '' }] = rows
  await bench.database.query(
    `insert into payees (code, company_id, name, kind, account, search, creator_id, created_at, updated_at)
     select 'y' || n, $1, name, 1, (6000000000000000 + n)::text, search, $2, now(), now()
     from unnest($3::text[], $4::text[]) with ordinality t (name, search, n)`,
    [company, user, names, names.map(searchTextOf)],
  )
  await bench.database.query('vacuum (analyze) payees')
  return names
}

/** `payees`: the choice of a payee among 50,000, the answer and from the key to the paint. */
export async function payeeFigures(bench: Bench): Promise<Figure[]> {
  const project = await bench.project()
  const names = await fillPayees(bench, project)
  const among = `among ${PAYEES.toLocaleString('en')}`
  const companies = names.filter((name) => name.length > 3)
  const figures: Figure[] = []
  for (const { what, of } of KEYWORDS) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const keyword = of(companies[round * 97] ?? '')
      const start = performance.now()
      await bench.call(
        'GET',
        `manager/selects/payees?keywords=${encodeURIComponent(keyword)}`,
        undefined,
        project,
      )
      times.push(performance.now() - start)
    }
    figures.push({
      what: `a payee ${among} by ${what}, the answer`,
      goal: '≤ 50 ms',
      ratio: `${median(times).toFixed(1)} ms`,
      detail: `of ${times.length}, the slowest ${Math.max(...times).toFixed(1)} ms`,
      means: 'The list of payees answers while one types.',
    })
  }
  const painted = await paintedOptions(bench, project, companies)
  figures.push({
    what: `a payee ${among} in a payment, from the key to the painted options`,
    goal: '≤ 100 ms',
    ratio: `${median(painted).toFixed(1)} ms`,
    detail: `of ${painted.length}, the slowest ${Math.max(...painted).toFixed(1)} ms`,
    means: 'A payee is seen when its second character is typed.',
  })
  return figures
}

/**
 * Runs in the page: types a text into the focused search, as an input method does; answers the ms until the frame that paints an option with the
 * name.
 */
const TYPED = `async (name, text) => new Promise((done) => {
  const there = () => [...document.querySelectorAll('.ant-select-item-option')].some(({ textContent }) => textContent.includes(name))
  const start = performance.now()
  const look = () => {
    if (!there()) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => done(performance.now() - start)
    port2.postMessage(0)
  }
  document.execCommand('insertText', false, text)
  requestAnimationFrame(look)
})`

async function paintedOptions(bench: Bench, project: string, names: readonly string[]): Promise<number[]> {
  await bench.call('PUT', 'manager/company/features', { items: [{ feature: 'payee', on: true }] }, project)
  await bench.call('POST', `manager/projects/${project}/selected`)
  const { executablePath, args, env } = await chromiumExecutable()
  const browser = await chromium.launch({ executablePath, args, env })
  try {
    const context = await browser.newContext({
      baseURL: bench.address,
      locale: 'zh-CN',
      viewport: { width: 1440, height: 900 },
    })
    await context.addCookies([{ name: 'token', value: bench.token, url: bench.address }])
    const page = await context.newPage()
    await page.goto(`/implement/cost?activeName=second&project=${project}`)
    await page.getByRole('button', { name: '新增付款明细' }).first().click()
    const picker = page
      .getByRole('dialog', { name: '新增付款明细' })
      .getByRole('combobox', { name: '收款人' })
    await picker.click()
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = names[round * 97] ?? ''
      await picker.fill('')
      // Waits until the options of the empty keyword are painted, so that the time of the typed keyword's does not contain them.
      await page.waitForTimeout(300)
      times.push(
        Number(
          await page.evaluate(`(${TYPED})(${JSON.stringify(name)}, ${JSON.stringify(name.slice(2, 6))})`),
        ),
      )
    }
    return times
  } finally {
    await browser.close()
  }
}
