import { book, call, projectCode, subjectsOf } from './books.ts'
import { drop, pastePicture } from './drop.ts'
import { CLERK, enter, openPayments } from './person.ts'
import { png } from './png.ts'
import { expect, type Page, test } from './test.ts'

interface Line {
  code: string
  voucher_attachments: { file_name: string }[]
}

const PICTURE = await png(400, 300, '#c88d0f')

const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })
const tray = (page: Page) => page.getByRole('region', { name: '正在添加凭证图片' })
const walk = (page: Page) => page.getByRole('dialog', { name: '补凭证图片' })

/** The names of the pictures of each line of a payment. */
const picturesOf = async (page: Page, project: string, code: string) =>
  (
    await call<{ cost_execution_details: Line[] }>(page, `cost_executions/${code}`, project)
  ).cost_execution_details.map(({ voucher_attachments }) =>
    voucher_attachments.map(({ file_name }) => file_name),
  )

/** Payments of one payer, each with as many lines. */
async function booked(page: Page, payer: string, ...lines: number[]) {
  const project = await projectCode(page, '长河灯火')
  const codes: string[] = []
  for (const count of lines) {
    const code = await book(page, project, payer, '120.00')
    const payment = await call<{ cost_execution_details: object[] }>(page, `cost_executions/${code}`, project)
    const [line] = payment.cost_execution_details as [Record<string, unknown>]
    if (count > 1) {
      const { code: _, pay_channel_code, pay_amount_yuan, ...rest } = line
      const more = Array.from({ length: count - 1 }, () => ({
        ...rest,
        pay_channel: pay_channel_code,
        pay_amount: pay_amount_yuan,
      }))
      const kept = { ...more[0], code: line.code }
      await call(
        page,
        `cost_executions/${code}`,
        project,
        { ...payment, cost_execution_details: [kept, ...more] },
        'PUT',
      )
    }
    codes.push(code)
  }
  await page.goto(`/implement/cost?activeName=second&keywords=${encodeURIComponent(payer)}`)
  await expect(row(page, codes[0] ?? '')).toBeVisible()
  return { project, codes }
}

test('pictures are dropped and pasted on rows; of several lines one is chosen', { tag: '@all' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPayments(page, CLERK)
  const { project, codes } = await booked(page, '拖图公司', 1, 2)
  const [single, double] = codes as [string, string]
  // Beside the rows the browser would open the file in place of the page.
  const cancelled = `(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([], '收据.png'))
    const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true })
    document.querySelector('h1').dispatchEvent(event)
    return event.defaultPrevented
  })()`
  expect(await page.evaluate(cancelled)).toBe(true)
  await drop(page, row(page, single), PICTURE, ['收据.png', '收据.txt'])
  await expect(page.getByText(`${single} 凭证图片：收据.txt：请上传规定的格式文件`)).toBeVisible()
  await expect(page.getByText(`已为 ${single} 添加 1 张凭证图片`)).toBeVisible()
  expect(await picturesOf(page, project, single)).toEqual([['收据.png']])
  await row(page, single).hover()
  await pastePicture(page, PICTURE)
  await expect.poll(() => picturesOf(page, project, single)).toEqual([['收据.png', 'image.png']])

  await drop(page, row(page, double), PICTURE, ['小票.png'])
  await expect(tray(page)).toContainText('请选择凭证图片所属的明细')
  await tray(page)
    .getByRole('button', { name: /^详情2 .+ 120\.00$/ })
    .click()
  await expect(page.getByText(`已为 ${double} 添加 1 张凭证图片`)).toBeVisible()
  await expect(tray(page)).toBeHidden()
  expect(await picturesOf(page, project, double)).toEqual([[], ['小票.png']])
})

test('uploads that fail stay, are tried again together, and are not lost by leaving', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  const { project, codes } = await booked(page, '断网公司', 1, 1)
  await page.route('**/api/common/qinius', (route) => route.abort())
  for (const code of codes) await drop(page, row(page, code), PICTURE, [`${code}.png`])
  await expect(tray(page).getByRole('alert')).toHaveCount(2)
  await page.getByRole('link', { name: '合同列表' }).click()
  await page.getByRole('dialog', { name: '内容尚未保存' }).getByRole('button', { name: '继续编辑' }).click()
  await page.unroute('**/api/common/qinius')
  await tray(page).getByRole('button', { name: '全部重试' }).click()
  await expect(tray(page)).toBeHidden()
  for (const code of codes) expect(await picturesOf(page, project, code)).toEqual([[`${code}.png`]])
})

test('what lacks pictures is walked through, by arrows; one that a colleague deleted is named', {
  tag: '@hard',
}, async ({ page }) => {
  await enter(page, CLERK, '/implement/cash?activeName=d', '备用金')
  const project = await projectCode(page, '长河灯火')
  const [subject] = await subjectsOf(page, project, ['10000101'])
  const codes: string[] = []
  for (const summary of ['一', '二', '三']) {
    const body = { pay_at: '2026-11-21', payer: '补图人', pay_amount: '5', pay_channel: '1' }
    const made = { ...body, summary, subject_three_code: subject }
    codes.push((await call<{ code: string }>(page, 'imprests', project, made)).code)
  }
  await page.goto(`/implement/cash?activeName=d&keywords=${encodeURIComponent('补图人')}`)
  await page.getByRole('button', { name: '补凭证图片' }).click()
  await expect(walk(page).getByText('1 / 3')).toBeVisible()
  await expect(walk(page)).toContainText(codes[2] ?? '')
  const zone = walk(page).getByRole('group', { name: '上传凭证图片' })
  await drop(page, zone, PICTURE, ['三.png'])
  await expect(walk(page).getByRole('img', { name: '三.png' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(walk(page)).toContainText(codes[0] ?? '')
  await call(page, 'imprests/batch', project, { codes: [codes[0]] }, 'DELETE')
  await drop(page, zone, PICTURE, ['一.png'])
  await expect(walk(page).getByRole('alert')).toContainText('数据不存在或已被删除')
  await page.keyboard.press('ArrowLeft')
  await expect(walk(page)).toContainText(codes[1] ?? '')
  await walk(page).getByText('关闭', { exact: true }).click()
  const { voucher_attachments } = await call<Line>(page, `imprests/${codes[2]}`, project)
  expect(voucher_attachments).toMatchObject([{ file_name: '三.png' }])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a picture is taken with the camera', { tag: '@hard' }, async ({ page }) => {
    await openPayments(page, CLERK)
    const project = await projectCode(page, '长河灯火')
    const code = await book(page, project, '拍照公司', '88')
    await page.goto('/implement/cost?activeName=second&keywords=拍照公司')
    await page.getByRole('button', { name: `操作 ${code}` }).click()
    await page.getByRole('menuitem', { name: '添加凭证图片' }).click()
    const chooser = page.waitForEvent('filechooser')
    await walk(page).getByRole('button', { name: '拍照' }).click()
    await (await chooser).setFiles({ name: '现场.png', mimeType: 'image/png', buffer: PICTURE })
    await expect(page.getByText(`已为 ${code} 添加 1 张凭证图片`)).toBeVisible()
    expect(await picturesOf(page, project, code)).toEqual([['现场.png']])
  })
})
