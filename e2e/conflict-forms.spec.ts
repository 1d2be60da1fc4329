import { call, ownCompany } from './books.ts'
import { notice, row } from './conflict.ts'
import { FORMS } from './conflict-forms.ts'
import { expect, test } from './test.ts'

interface Versioned {
  version: number
}

for (const { title, both, save: [plain, over] = ['确定', '覆盖保存'], ...form } of FORMS)
  test(`two people on one record: ${title}`, { tag: '@hard' }, async ({ page }) => {
    const { phone, project } = await ownCompany(page, '两人同改')
    const { path, listed, put = path, body, theirs } = await form.make(page, project, phone)
    const read = async () => {
      const answer = await call<Versioned & { items: Versioned[] }>(page, path, project)
      return (listed && answer.items[0]) || answer
    }
    await page.goto(`${form.address}${form.address.includes('?') ? '&' : '?'}project=${project}`)
    await page.getByRole('button', { name: form.edit ?? /^编辑/ }).click()
    const box = page.getByRole('dialog', { name: form.dialog })
    const button = (name: string) => box.getByRole('button', { name, exact: true })
    await form.ready?.(box)
    for (const [label, text] of Object.entries(form.typed))
      await box.getByLabel(label, { exact: true }).fill(text)

    // The colleague's save is told to the page, whose list is loaded again behind the dialog.
    const { version } = await read()
    await call(page, put, project, { ...body, ...theirs, version }, 'PUT')
    const stored = await read()
    await button(plain).click()
    await expect(notice(box)).toBeFocused()
    const taken = form.taken.length > 0 ? `已采用对方的修改：${form.taken.join('；')}` : /^(?!.*已采用)/
    await expect(notice(box)).toContainText(taken)
    const side = { mine: `保留我的 ${both.mine}`, theirs: `采用对方的 ${both.theirs}` }
    const radio = (of: 'mine' | 'theirs') => row(box, both.name).getByRole('radio', { name: side[of] })
    await expect(radio('mine')).toBeChecked()
    await expect(notice(box).getByRole('group')).toHaveCount(1)
    await expect(notice(box)).toContainText(
      `再次保存将覆盖他人的修改：${both.name} ${both.theirs} → ${both.mine}`,
    )
    const field = (label: string) => box.getByLabel(label, { exact: true })
    for (const [label, text] of Object.entries(form.typed)) await expect(field(label)).toHaveValue(text)
    for (const [label, text] of Object.entries(form.chosen ?? {})) {
      const list = box.locator('.ant-select').filter({ has: page.getByRole('combobox', { name: label }) })
      await expect(list).toContainText(text)
    }
    expect((await read()).version).toBe(stored.version)

    // Each side can be chosen, and the other one again.
    for (const of of ['theirs', 'mine', both.keep] as const) {
      await radio(of).check()
      if (both.name in form.typed) await expect(field(both.name)).toHaveValue(both[of])
      await expect(button(of === 'mine' ? over : plain)).toBeVisible()
      await expect(button(of === 'mine' ? plain : over)).toBeHidden()
    }
    await button(both.keep === 'mine' ? over : plain).click()
    if (form.stays) await expect(box.getByRole('alert')).toContainText(form.stays)
    else await expect(box).toBeHidden()
    expect(await read()).toMatchObject(form.saved)
  })

const CONTRACT = { out_code: 'HT-1', customer: '华映', category: '0', amount: '100' }

test('a save whose answer was lost is no colleague’s; a second conflict keeps what was typed in the first', {
  tag: '@hard',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '两人同改')
  const { code } = await call<{ code: string }>(page, 'contracts', project, CONTRACT)
  await page.goto(`/contract/detail?project=${project}&code=${code}`)
  await page.getByRole('button', { name: '编辑' }).click()
  const box = page.getByRole('dialog', { name: '编辑合同' })
  const save = (name = '确定') => box.getByRole('button', { name, exact: true }).click()
  const customer = box.getByLabel('合同主体')
  const remark = box.getByLabel('备注')

  // Stored, but the answer does not arrive.
  await page.route(`**/contracts/${code}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await customer.fill('我的主体')
  await save()
  await expect(page.getByText('无法连接服务器，请检查网络后重试').first()).toBeVisible()
  await page.unroute(`**/contracts/${code}`)
  await customer.fill('我又改的主体')
  await save()
  await expect(notice(box)).toContainText('上次提交的内容已保存成功')
  await expect(customer).toHaveValue('我又改的主体')
  await expect(box.getByRole('button', { name: '覆盖保存' })).toBeHidden()

  // The colleague changes it, and once more after their value was chosen.
  const change = (theirs: object) =>
    call(page, `contracts/${code}`, project, { ...CONTRACT, ...theirs }, 'PUT')
  await change({ customer: '同事的主体' })
  await save()
  await expect(row(box, '合同主体')).toContainText('保留我的 我又改的主体')
  await row(box, '合同主体')
    .getByText(/采用对方的/)
    .click()
  await expect(customer).toHaveValue('同事的主体')
  await remark.fill('我的备注')
  await change({ customer: '同事又改的主体' })
  await save()
  await expect(customer).toHaveValue('同事又改的主体')
  await row(box, '合同主体')
    .getByText(/保留我的/)
    .click()
  await expect(customer).toHaveValue('我又改的主体')
  await save('覆盖保存')
  await expect(box).toBeHidden()
  expect(await call(page, `contracts/${code}`, project)).toMatchObject({
    customer: '我又改的主体',
    remark: '我的备注',
  })
})
