import { call, newProject, ownCompany } from './books.ts'
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
  await page.getByRole('button', { name: '编辑', exact: true }).click()
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

interface Role {
  code: string
  permissions: { code: string; resource_model: string; actions: string[] }[]
}

test('a contract, a role and the number of episodes: both people’s changes are kept, and typed text stays', {
  tag: '@hard',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '两人同改')
  await newProject(page, '另一个项目')

  // A dialog: of one field each, both are stored; then the contract is deleted under what is typed.
  const CONTRACT = { out_code: 'HT-1', customer: '华映', category: '0', amount: '100' }
  const { code } = await call<{ code: string }>(page, 'contracts', project, CONTRACT)
  const contract = `contracts/${code}`
  await page.goto(`/contract/detail?project=${project}&code=${code}`)
  const dialog = page.getByRole('dialog', { name: '编辑合同' })
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await dialog.getByLabel('备注').fill('我的备注')
  await call(page, contract, project, { ...CONTRACT, amount: '250.5', customer: '星河' }, 'PUT')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(notice(dialog)).toBeFocused()
  await expect(notice(dialog)).toContainText('合同主体 华映 → 星河；合同总额（元） 100.00 → 250.50')
  await expect(dialog.getByLabel('合同主体')).toHaveValue('星河')
  await expect(dialog.getByText('已采用对方的修改，原为：华映')).toBeVisible()
  await dialog.getByLabel('合同主体').fill('我改的主体')
  await expect(notice(dialog)).toContainText('再次保存将覆盖他人的修改：合同主体 星河 → 我改的主体')
  // The mark at the field stays through its validation.
  const typed = dialog.getByLabel('合同主体')
  await typed.fill('')
  await expect(dialog.getByText('请输入合同主体', { exact: true })).toBeVisible()
  await typed.pressSequentially('我改的主体')
  await expect(dialog.getByText('请输入合同主体', { exact: true })).toBeHidden()
  await expect(dialog.getByText('对方保存的是：星河')).toBeVisible()
  await row(dialog, '合同主体')
    .getByText(/采用对方的/)
    .click()
  await expect(dialog.getByLabel('合同主体')).toHaveValue('星河')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  expect(await call(page, contract, project)).toMatchObject({
    customer: '星河',
    amount_yuan: '250.50',
    remark: '我的备注',
  })
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await dialog.getByLabel('备注').fill('还没保存')
  const reloaded = page.waitForResponse(
    (answer) => answer.url().includes(contract) && answer.status() === 404,
  )
  await call(page, contract, project, {}, 'DELETE')
  await reloaded
  await expect(dialog.getByLabel('备注')).toHaveValue('还没保存')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(notice(dialog)).toContainText('该记录已被删除，无法保存。')
  await expect(dialog.getByLabel('备注')).toHaveValue('还没保存')
  // As where the page is served without TLS.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
  await notice(dialog).getByRole('button', { name: '复制填写的内容' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(page.getByText('合同不存在或已被删除')).toBeVisible()

  // The number of episodes: leaving asks, also for the other tab of the page.
  await page.goto(`/budget/cost?project=${project}&activeName=first`)
  const episodes = page.getByRole('textbox', { name: '集数' })
  await page.getByRole('button', { name: '编辑集数' }).click()
  await episodes.fill('40')
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  // The page's own link leads to the tab that was chosen last.
  for (const leave of [page.getByRole('tab', { name: '明细' }), link('费用预算'), link('收款')]) {
    await leave.click()
    await page.getByRole('button', { name: '继续编辑' }).click()
    await expect(episodes).toHaveValue('40')
  }
  await call(page, 'cost_budgets/dashboard/epis', project, { epis: 30 }, 'PUT')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('同事已将集数改为 30，再次保存将覆盖为 40')).toBeVisible()
  await page.getByRole('button', { name: '覆盖保存' }).click()
  await expect(episodes).toBeHidden()
  expect(await call(page, 'cost_budgets/dashboard/epis', project)).toMatchObject({ epis: 40 })

  // The rights of a role: another resource each.
  const ROLE = {
    name: '审核',
    desc: '看合同',
    permissions: [{ resource_model: 'contract', actions: ['read'] }],
  }
  const role = await call<Role>(page, 'roles', undefined, ROLE)
  await page.goto(`/manage/roledetail?code=${role.code}`)
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await box('收款 查看').check()
  await page.getByLabel('角色名称').fill('审核一')
  const theirs = {
    ...ROLE,
    desc: '管合同',
    permissions: [{ resource_model: 'contract', actions: ['read', 'write'] }],
  }
  await call(page, `roles/${role.code}`, undefined, theirs, 'PUT')
  await page.getByRole('button', { name: '修 改' }).click()
  await expect(notice(page)).toContainText('权限描述 看合同 → 管合同；合同权限 查看 → 查看、新增/编辑')
  await expect(box('合同 新增/编辑')).toBeChecked()
  await box('合同 新增/编辑').uncheck()
  await expect(page.getByRole('button', { name: '覆盖保存' })).toBeVisible()
  await row(page, '合同权限')
    .getByText(/采用对方的/)
    .click()
  await expect(box('合同 新增/编辑')).toBeChecked()

  // A project that could not be opened: the form is still there, and still asks.
  const stay = async () => {
    await page.getByRole('link', { name: '返回角色管理' }).click()
    await page.getByRole('button', { name: '继续编辑' }).click()
  }
  await stay()
  await page.getByRole('button', { name: /切换项目/ }).click()
  await expect(page.getByRole('menuitem', { name: '另一个项目' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('menuitem', { name: '另一个项目' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(page.getByText('无法连接服务器，请检查网络后重试').first()).toBeVisible()
  await page.context().setOffline(false)
  await stay()
  await page.getByRole('button', { name: '修 改' }).click()
  await expect(page).toHaveURL(/\/manage\/role$/)
  const saved = await call<Role & { name: string; desc: string }>(page, `roles/${role.code}`)
  expect(saved).toMatchObject({ name: '审核一', desc: '管合同' })
  expect(
    Object.fromEntries(saved.permissions.map((one) => [one.resource_model, one.actions.toSorted()])),
  ).toMatchObject({
    contract: expect.arrayContaining(['read', 'write']) as string[],
    investment_execution: expect.arrayContaining(['read']) as string[],
  })
})

test('a project that is archived while two versions are compared: the question and what was typed stay', {
  tag: '@hard',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '归档中')
  const BODY = { out_code: 'HT-1', customer: '华映', category: '0', amount: '100' }
  const { code } = await call<{ code: string }>(page, 'contracts', project, BODY)
  await page.goto(`/contract/detail?project=${project}&code=${code}`)
  const dialog = page.getByRole('dialog', { name: '编辑合同' })
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await dialog.getByLabel('合同主体').fill('我改的主体')
  await call(page, `contracts/${code}`, project, { ...BODY, customer: '星河' }, 'PUT')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(row(dialog, '合同主体')).toBeVisible()

  await call(page, `projects/${project}/archive`, undefined, {})
  await expect(page.getByText('项目已归档，仅可查看和导出。')).toBeVisible()
  await dialog.getByRole('button', { name: '覆盖保存' }).click()
  // Beside the strip above the page, the refusal is a toast.
  await expect(page.getByText('项目已归档，仅可查看和导出。')).toHaveCount(2)
  await expect(dialog.getByLabel('合同主体')).toHaveValue('我改的主体')
  await expect(row(dialog, '合同主体')).toBeVisible()

  await call(page, `projects/${project}/unarchive`, undefined, {})
  await dialog.getByRole('button', { name: '覆盖保存' }).click()
  await expect(dialog).toBeHidden()
  expect(await call(page, `contracts/${code}`, project)).toMatchObject({ customer: '我改的主体' })
})
