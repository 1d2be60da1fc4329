import { readFileSync } from 'node:fs'
import type { SubjectNode } from '@pianzhang/contract/subjects'
import { describe, expect, test } from 'vitest'
import { testCompany } from '../../harness/company.ts'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { newProject } from '../../harness/harness.ts'
import { subjectCode } from '../../harness/ledger.ts'

withAllSubjects()

const { app, companyId, admin } = await testCompany()

const fresh = async () => admin.on(await newProject(admin))
const flatten = (nodes: SubjectNode[]): SubjectNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children ?? [])])

describe('the list', () => {
  test('pages consist of level-one subjects; a new project has the default trees, by number', async () => {
    const person = await fresh()
    const first = await person.get('/subjects')
    expect(first.headers).toMatchObject({ total: '26', page: '1', 'per-page': '20' })
    const second = await person.get('/subjects', { page: 2 })
    expect([first.data.items.length, second.data.items.length]).toEqual([20, 6])
    expect((await person.get('/subjects', { page: 3 })).data.items).toEqual([])
    const all = flatten([...first.data.items, ...second.data.items])
    const lines = readFileSync(
      new URL('../../../src/base/subjects/default-subjects.csv', import.meta.url),
      'utf8',
    )
      .trim()
      .split('\n')
      .slice(1)
    expect(all.map((node) => `${node.out_code},${node.name},${node.category + 1}`).sort()).toEqual(
      lines.map((line) => line.split(',').slice(0, 3).join(',')).sort(),
    )
    expect(all.map((node) => node.out_code)).toEqual(all.map((node) => node.out_code).sort())
    const byCode = new Map(all.map((node) => [node.code, node]))
    for (const node of all)
      expect(node.parent_code === null ? '' : byCode.get(node.parent_code)?.out_code).toBe(
        ['', node.out_code.slice(0, 4), node.out_code.slice(0, 6)][node.category],
      )
  })

  test('with a keyword or a level it is flat', async () => {
    const person = await fresh()
    const items = async (query: Record<string, unknown>) => (await person.get('/subjects', query)).data
    expect(await items({ keywords: '24000101' })).toMatchObject({
      listTotal: 1,
      items: [{ out_code: '24000101', name: '摄影机租赁费', category: 2, category_i18n: '三级科目' }],
    })
    expect((await items({ keywords: '摄影机租赁' })).listTotal).toBe(1)
    expect((await items({ keywords: '100001', category: 1 })).items).toMatchObject([{ out_code: '100001' }])
    expect((await items({ category: '2', per_page: 7, page: 2 })).items).toHaveLength(7)
    expect((await items({ keywords: '%' })).listTotal).toBe(0)
    expect((await items({ category: '7' })).listTotal).toBe(0)
    expect((await items({ keywords: '', category: '' })).listTotal).toBe(26)
    expect((await person.get('/subjects', { category: 'x' })).status).toBe(422)
  })
})

describe('adding', () => {
  test('works at each level with the number that preload_code proposes', async () => {
    const person = await fresh()
    const two = await subjectCode(person, '240001')
    const offered = await person.get('/subjects/preload_code', { category: 2, parent_code: two })
    const out_code = offered.data.out_code
    expect(out_code).toMatch(/^240001\d\d$/)
    const added = await person.post('/subjects', {
      out_code,
      name: '无人机租赁费',
      category: 2,
      parent_code: two,
    })
    expect(added).toMatchObject({
      code: 0,
      data: { out_code, category: 2, category_i18n: '三级科目', parent_code: two },
    })
    const next = await person.get('/subjects/preload_code', { category: 2, parent_code: two })
    expect(Number(next.data.out_code)).toBe(Number(out_code) + 1)
    const one = await person.post('/subjects', {
      out_code: '5000',
      name: '自定义',
      category: '0',
      parent_code: '',
    })
    expect(one.data).toMatchObject({ out_code: '5000', category: 0, parent_code: null })
    const under = await person.get('/subjects/preload_code', { category: '1', parent_code: one.data.code })
    expect(under.data.out_code).toBe('500001')
    const below = { out_code: '500001', name: '自定义二级', category: 1, parent_code: one.data.code }
    expect((await person.post('/subjects', below)).code).toBe(0)
    expect((await person.get('/subjects', { page: 2 })).data).toMatchObject({ listTotal: 27 })
    const three = await person.post('/subjects', {
      out_code: '50000199',
      name: '末',
      category: 2,
      parent_code: await subjectCode(person, '500001'),
    })
    expect(three.code).toBe(0)
  })

  test('when the highest number is in use, the lowest free one is proposed, until none is left', async () => {
    const person = await fresh()
    const offered = async (body: Record<string, unknown>) =>
      (await person.get('/subjects/preload_code', body)).data?.out_code
    // The default tree has 1000 to 3300, 9800 and 9900, the highest number.
    expect(await offered({ category: 0 })).toBe('3400')
    const one = await subjectCode(person, '1000')
    const below = { category: 1, parent_code: one }
    const free = Number((await offered(below)).slice(4))
    const add = (number: number) =>
      person.post('/subjects', { out_code: `1000${String(number).padStart(2, '0')}`, name: '名', ...below })
    expect((await add(99)).code).toBe(0)
    expect(await offered(below)).toBe(`1000${String(free).padStart(2, '0')}`)
    for (let number = free; number < 99; number += 1) expect((await add(number)).code).toBe(0)
    const none = { status: 422, msg: '科目编号已用完' }
    expect(await person.get('/subjects/preload_code', below)).toMatchObject(none)
    expect(await person.post('/subjects', { name: '名', ...below })).toMatchObject(none)
  })

  const UNKNOWN = '上级科目不存在'
  test.each([
    ['no name', { name: '' }, 'name', '请输入科目名称'],
    ['a number of another form', { out_code: '2400017' }, 'out_code', '三级科目编号须为二级编号加01至99'],
    ['the suffix 00', { out_code: '24000100' }, 'out_code', '三级科目编号须为二级编号加01至99'],
    ['full-width digits', { out_code: '２４０００１７７' }, 'out_code', '三级科目编号须为二级编号加01至99'],
    ['the number of another parent', { out_code: '10000177' }, 'out_code', '科目编号须以上级编号240001开头'],
    ['a taken number', { out_code: '24000101' }, 'out_code', '科目编号已存在'],
    ['no parent', { parent_code: undefined }, 'parent_code', '请选择上级科目'],
    [
      'no parent at level two',
      { category: 1, out_code: '240077', parent_code: null },
      'parent_code',
      '请选择一级科目',
    ],
    ['an unknown parent', { parent_code: 'nothing' }, 'parent_code', UNKNOWN],
    ['no level', { category: null }, 'category', '请选择科目级别'],
    ['a level that is none', { category: 3 }, 'category', '科目级别须为 0、1 或 2'],
    ['level one below another', { category: 0, out_code: '5000' }, 'parent_code', '一级科目没有上级科目'],
    [
      'level one that is no hundred',
      { category: 0, out_code: '5050', parent_code: null },
      'out_code',
      '一级科目编号须为1000至9900的整百数',
    ],
  ])('refuses %s and changes nothing', async (_, wrong, field, message) => {
    const person = await fresh()
    const parent_code = await subjectCode(person, '240001')
    const answer = await person.post('/subjects', {
      out_code: '24000177',
      name: '名',
      category: 2,
      parent_code,
      ...wrong,
    })
    expect(answer).toMatchObject({ status: 422, data: { errors: [{ field, message }] } })
    expect((await person.get('/subjects', { keywords: '0', per_page: 1 })).data.listTotal).toBe(381)
  })

  test('without a number it gets the next one, also with concurrent adds', async () => {
    const person = await fresh()
    const parent_code = await subjectCode(person, '240001')
    const { out_code } = (await person.get('/subjects/preload_code', { category: 2, parent_code })).data
    const add = () => person.post('/subjects', { name: '名', category: 2, parent_code })
    const answers = await Promise.all(Array.from({ length: 12 }, add))
    const numbers = answers.map((answer) => Number(answer.data.out_code))
    expect(numbers.sort()).toEqual(numbers.map((_, more) => Number(out_code) + more))
    const tops = await Promise.all(
      Array.from({ length: 3 }, () => person.post('/subjects', { name: '名', category: 0 })),
    )
    expect(tops.map((top) => top.data.out_code).sort()).toEqual(['3400', '3500', '3600'])
  })

  test('refuses a parent of the wrong level or of another project', async () => {
    const person = await fresh()
    const body = { out_code: '24000177', name: '名', category: 2 }
    const field = (message: string) => ({
      status: 422,
      data: { errors: [{ field: 'parent_code', message }] },
    })
    const one = await subjectCode(person, '2400')
    expect(await person.post('/subjects', { ...body, parent_code: one })).toMatchObject(
      field('请选择上级科目'),
    )
    const foreign = await subjectCode(await fresh(), '240001')
    expect(await person.post('/subjects', { ...body, parent_code: foreign })).toMatchObject(field(UNKNOWN))
    expect(await person.get('/subjects/preload_code', { category: 2, parent_code: foreign })).toMatchObject(
      field(UNKNOWN),
    )
    expect(await person.get('/subjects/preload_code', { category: 1 })).toMatchObject(field('请选择一级科目'))
    expect((await person.get('/subjects/preload_code', { category: '' })).status).toBe(422)
  })

  test('needs a login, the right and the project', async () => {
    const person = await fresh()
    const body = { out_code: '5000', name: '名', category: 0 }
    const code = person.project ?? ''
    expect((await app.nobody.on(code).post('/subjects', body)).status).toBe(401)
    const reader = await app.person(companyId, { subject: ['read', 'delete'] }, [code])
    expect((await reader.on(code).post('/subjects', body)).status).toBe(403)
    expect((await reader.on(code).get('/subjects/preload_code', { category: 1 })).status).toBe(422)
    expect((await reader.on(code).get('/subjects')).data.can).toEqual({ write: false, delete: true })
    const unlinked = await app.person(companyId, { subject: ['write'] })
    expect((await unlinked.on(code).post('/subjects', body)).code).toBe(300009)
    const stranger = await app.company()
    expect((await stranger.admin.on(code).post('/subjects', body)).code).toBe(300009)
    expect((await person.get('/subjects')).data.listTotal).toBe(26)
    const writer = await app.person(companyId, { subject: ['write'] }, [code])
    expect((await writer.on(code).post('/subjects', body)).code).toBe(0)
  })
})
