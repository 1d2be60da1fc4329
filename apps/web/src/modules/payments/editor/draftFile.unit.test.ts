import { expect, test } from 'vitest'
import { addLine, copyLine, newDraft, setHeader, setLine } from './draft.ts'
import { contentOf } from './draftBody.ts'
import { fromFile, toFile } from './draftFile.ts'

const attachment = { code: 'a1', file_name: '发票.jpg', file_size: 9, file_url: '/f' }

test('a draft comes back from the browser as it was typed, with the pictures that are uploaded', () => {
  let draft = setHeader(newDraft('2026-11-21'), 'payer', '某公司')
  draft = setLine(draft, draft.active, 'pay_amount', '=12*')
  draft = addLine(copyLine(draft, draft.active))
  const images = [{ key: 'x', name: '发票.jpg', attachment }]
  draft = setLine(draft, draft.active, 'images', images)
  const kept = fromFile(JSON.parse(JSON.stringify(toFile({ draft, version: 3, sent: 'k', began: null }))))
  expect(kept).toMatchObject({ version: 3, sent: 'k' })
  expect(contentOf(kept!.draft)).toBe(contentOf(draft))
  expect(kept!.draft.lines.findIndex((line) => line.key === kept!.draft.active)).toBe(2)
  // The restored lines have new keys: React would take two lines with the same key for one.
  expect(new Set([...draft.lines, ...kept!.draft.lines].map((line) => line.key)).size).toBe(6)

  const busy = setLine(draft, draft.active, 'images', [...images, { key: 'y', name: '2.jpg', percent: 40 }])
  expect(
    fromFile(toFile({ draft: busy, version: null, sent: null, began: null }))!.draft.lines[2]!.images,
  ).toHaveLength(1)
})

test('what a draft was made from comes back with it; equal lines are stored once', () => {
  const began = addLine(setHeader(newDraft('2026-11-21'), 'payer', '原付款方'))
  const draft = setLine(began, began.active, 'pay_amount', '5')
  const file = toFile({ draft, version: 3, sent: null, began })
  expect(file.began?.lines[0]).toBe(0)
  const kept = fromFile(JSON.parse(JSON.stringify(file)))
  expect(contentOf(kept!.began!)).toBe(contentOf(began))
  expect(contentOf(kept!.draft)).toBe(contentOf(draft))
  // A draft stored by an earlier release has no `began`.
  const { began: _, ...older } = file
  expect(fromFile(older)?.began).toBeNull()
})

test.each([undefined, null, 'x', {}, { header: {}, lines: [] }])('%j is no draft', (content) => {
  expect(fromFile(content)).toBeUndefined()
})
