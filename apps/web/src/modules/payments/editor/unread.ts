import type { Draft } from './draft.ts'
import { columnTitle, LINE_COLUMNS } from './paste.ts'

const LABELS = new Map<string, string>(LINE_COLUMNS.map((column) => [column, columnTitle(column)]))

/** Pasted cells that could not be parsed; where the field is optional, saving would drop them silently. */
export function unreadOf({ lines }: Draft): { key: string; title: string; text: string } | undefined {
  const wrong = lines.flatMap(({ key, unread }, at) =>
    Object.entries(unread).map(([field, why]) => {
      const label = LABELS.get(field) ?? ''
      return { key, text: `详情${at + 1}：${why.startsWith(label) ? '' : label}${why}` }
    }),
  )
  const [first] = wrong
  if (!first) return undefined
  const rest = wrong.length > 3 ? ' 等' : ''
  return {
    key: first.key,
    title: `${wrong.length} 处粘贴的内容未能识别，将留空保存`,
    text:
      wrong
        .slice(0, 3)
        .map(({ text }) => text)
        .join('；') + rest,
  }
}

export const forgetUnread = (draft: Draft): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => (Object.keys(line.unread).length > 0 ? { ...line, unread: {} } : line)),
})
