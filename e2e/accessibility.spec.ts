import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ADMIN, CLERK, choose, openPayments, signIn } from './person.ts'
import { expect, type Page, test } from './test.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** What axe finds against WCAG 2.2 AA and its own good practice, one line each. */
async function complaints(page: Page): Promise<string[]> {
  // As the debugger's own: the page's security policy takes no script from elsewhere.
  await page.evaluate(AXE)
  const { violations, passed } = (await page.evaluate(`axe.run({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }).then(({ violations, passes }) => ({ violations, passed: passes.length }))`)) as {
    violations: Violation[]
    passed: number
  }
  // Rules that held: with none it has not looked.
  expect(passed).toBeGreaterThan(10)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n${node.failureSummary}`),
  )
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function outsideOfProjects(page: Page): Promise<void> {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: /验证码图片/ }).locator('img')).toBeVisible()
  expect.soft(await complaints(page), 'login').toEqual([])
  await signIn(page, ADMIN)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect.soft(await complaints(page), 'projects').toEqual([])
  await page.getByRole('button', { name: '新建项目' }).click()
  await expect(dialog(page, '新建项目')).toBeVisible()
  expect.soft(await complaints(page), 'new project').toEqual([])
  await page.goto('/project/buy')
  await expect(page.getByRole('heading', { name: '购买项目' })).toBeVisible()
  expect.soft(await complaints(page), 'buy').toEqual([])
  await page.goto('/404')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  expect.soft(await complaints(page), '404').toEqual([])
}

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', { width: 390, height: 844 }],
] as const)
  test.describe(name, () => {
    test.use({ viewport })

    test('the pages outside of a project', async ({ page }) => outsideOfProjects(page))

    test('payments: list, editor, detail, import', async ({ page }) => {
      await openPayments(page, CLERK)
      await expect(page.getByText(/FK\d+/).first()).toBeVisible()
      expect.soft(await complaints(page), 'list').toEqual([])
      await page.getByRole('button', { name: '新增付款明细' }).click()
      const editor = dialog(page, '新增付款明细')
      await choose(editor.getByRole('tabpanel'), /付款方式/, '现金')
      await editor.getByRole('button', { name: '确定' }).click()
      await expect(editor.getByText('请输入付款方').first()).toBeVisible()
      expect.soft(await complaints(page), 'editor with errors').toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog(page, '内容尚未保存')).toBeVisible()
      expect.soft(await complaints(page), 'unsaved').toEqual([])
      await page.getByRole('button', { name: '放弃修改' }).click()
      await expect(editor).toBeHidden()
      await page.getByRole('button', { name: '批量新增' }).click()
      await expect(dialog(page, '批量新增付款明细')).toBeVisible()
      expect.soft(await complaints(page), 'import').toEqual([])
    })

    test('subjects and payment types', async ({ page }) => {
      await openPayments(page, CLERK)
      await page.goto('/setting/subject')
      await page.getByRole('button', { name: '展开 1000 剧本及版权费' }).click()
      expect.soft(await complaints(page), 'subjects').toEqual([])
      await page.getByRole('button', { name: '新增科目' }).click()
      await expect(dialog(page, '新增科目')).toBeVisible()
      expect.soft(await complaints(page), 'new subject').toEqual([])
      await page.goto('/setting/PayType')
      await expect(page.getByText('进度款')).toBeVisible()
      expect.soft(await complaints(page), 'types').toEqual([])
      await page.getByRole('button', { name: '新增付款类型' }).click()
      await expect(dialog(page, '新增付款类型')).toBeVisible()
      expect.soft(await complaints(page), 'new type').toEqual([])
    })
  })
