import { book, call, ownCompany } from './books.ts'
import { FORMS } from './conflict-forms.ts'
import { inProject, walk } from './keyboard.ts'
import { expect, type Page, test } from './test.ts'

/** The edit form of each kind of record: opened from the row, one field changed and saved, by keyboard alone. */

interface Edit {
  title: string
  address: string
  /** The button of its row. */
  edit?: RegExp
  /** Its dialog; undefined: a page. */
  dialog?: string | RegExp
  make: (page: Page, project: string, phone: string) => Promise<{ path: string; listed?: boolean }>
  typed: Readonly<Record<string, string>>
  save?: string
}

const made = async (page: Page, project: string, list: string, body: object) => ({
  path: `${list}/${(await call<{ code: string }>(page, list, project, body)).code}`,
})

const EDITS: readonly Edit[] = [
  // Those with something to do before the fields are no edit of a row: 设置备用金, 人工核验.
  ...FORMS.filter(({ ready, stays }) => !ready && !stays).map(({ save: _words, ...form }) => form),
  {
    title: '付款',
    address: '/implement/cost?activeName=second',
    dialog: /^编辑付款明细/,
    make: async (page, project) => ({ path: `cost_executions/${await book(page, project, '华映', '100')}` }),
    typed: { '付款金额（元）': '1,900.00' },
  },
  {
    title: '合同',
    address: '/contract/index',
    dialog: '编辑合同',
    make: (page, project) =>
      made(page, project, 'contracts', { out_code: 'HT-1', category: '2', customer: '华映', amount: '100' }),
    typed: { 备注: '我的备注' },
  },
  {
    title: '付款类型',
    address: '/setting/PayType',
    edit: /^修改 字幕款$/,
    dialog: '修改付款类型',
    make: async (page, project) => {
      await call(page, 'pay_categories', project, { name: '字幕款' })
      return { path: 'pay_categories?keywords=我的类型', listed: true }
    },
    typed: { 类型名称: '我的类型' },
  },
  {
    title: '角色',
    address: '/manage/role',
    edit: /^出纳$/,
    make: (page, project) =>
      made(page, project, 'roles', {
        ...{ name: '出纳', desc: '记付款' },
        permissions: [{ resource_model: 'contract', actions: ['read'] }],
      }),
    typed: { 权限描述: '只看合同' },
    save: '修改',
  },
]

for (const { title, address, edit = /^编辑/, dialog, make, typed, save = '确定' } of EDITS)
  test(`edited by keyboard alone: ${title}`, { tag: '@hard' }, async ({ page }) => {
    const { phone, project } = await ownCompany(page, '两人同改')
    const { path, listed } = await make(page, project, phone)
    await page.goto(inProject(address, project))
    await page
      .getByRole('button', { name: edit })
      .or(page.getByRole('link', { name: edit }))
      .focus()
    await page.keyboard.press('Enter')
    const box = dialog ? page.getByRole('dialog', { name: dialog }) : page.locator('main')
    const [[label, text] = ['', '']] = Object.entries(typed)
    const field = box.getByLabel(label, { exact: true })
    await expect(field).toBeVisible()
    // A dialog focuses its first field when it opens; in a page, Tab goes from the button to the first field.
    if (dialog) await expect(box.locator(':is(form, [data-field]) :focus')).toBeVisible()
    else await page.keyboard.press('Tab')
    expect(await walk(box, { typed: [[label, text]], save })).toContain(label)
    await expect(field).toBeHidden()
    const record = await call<{ items?: unknown[] }>(page, path, project)
    const stored = JSON.stringify(listed ? record.items : record)
    expect(stored).toContain(text.replaceAll(',', ''))
  })
