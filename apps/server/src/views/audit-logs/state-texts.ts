import { type Change, changesOf, type LineChange } from '@pianzhang/contract/audit-changes'
import type { Snapshot } from '@pianzhang/contract/audit-logs'

type Side = 'before' | 'after'

/** The states of an entry as the texts of two cells, one line per field; for an update only the fields that it changed. */
export function stateTexts(entry: { resource: string; before: Snapshot; after: Snapshot }): {
  beforeText: string
  afterText: string
} {
  const { fields, lists } = changesOf(entry)
  const changed = fields.filter(({ state }) => state !== 'same')
  const textOf = (side: Side) =>
    [
      ...changed.flatMap((field) => (field[side] === '' ? [] : [`${field.label}：${field[side]}`])),
      ...lists.flatMap(({ label, lines }) => lines.flatMap((line) => lineText(label, line, side))),
    ].join('\n')
  return { beforeText: textOf('before'), afterText: textOf('after') }
}

function lineText(label: string, { title, fields, state }: LineChange, side: Side): string[] {
  if (state === (side === 'before' ? 'added' : 'removed')) return []
  const shown = fields.filter((field: Change) => field[side] !== '')
  return [`${label} ${title}：${shown.map((field) => `${field.label} ${field[side]}`).join('，')}`]
}
