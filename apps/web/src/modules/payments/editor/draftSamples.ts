import { overwritten } from '../../../ui/form/conflict/merge.ts'
import { blankLine, type Draft, type DraftLine, newDraft, nextKey } from './draft.ts'
import type { Choices } from './draftFields.ts'
import { type DraftConflict, reportOfDraft } from './draftReport.ts'
import { mergeDrafts } from './mergeDraft.ts'

// What the tests of merged drafts share.

export const CHOICES: Choices = {
  subjectName: (code) => (code ? `科目${code}` : undefined),
  channels: [{ value: '1', label: '现金' }],
  categories: [],
  vouchers: [],
  contracts: [],
  invoices: [],
}
export const line = (
  code: string | null,
  pay_amount: string,
  fields: Partial<DraftLine> = {},
): DraftLine => ({
  ...blankLine(),
  code,
  pay_amount,
  subject_three_code: '1',
  ...fields,
})
export const draftWith = (lines: readonly DraftLine[], header: Partial<Draft['header']> = {}): Draft => {
  const blank = newDraft('2026-11-21')
  return { ...blank, header: { ...blank.header, ...header }, lines, active: lines[0]?.key ?? '' }
}
/** The same payment as if loaded once more: its lines have new keys. */
export const again = (
  draft: Draft,
  change: (lines: DraftLine[]) => DraftLine[] = (lines) => lines,
): Draft => ({
  ...draft,
  lines: change(draft.lines.map((one) => ({ ...one, key: nextKey() }))),
})
export const edited = (lines: readonly DraftLine[], code: string, fields: Partial<DraftLine>): DraftLine[] =>
  lines.map((one) => (one.code === code ? { ...one, ...fields } : one))
export const BASE = draftWith([line('a', '100000.00'), line('b', '1234.50'), line('c', '7.00')], {
  payer: '华映',
})
export const amounts = (draft: Draft) => draft.lines.map((one) => `${one.code ?? '新'} ${one.pay_amount}`)

export const met = (
  base: Draft | null,
  mine: Draft,
  latest: Draft,
): { conflict: DraftConflict; draft: Draft; report: () => ReturnType<typeof reportOfDraft> } => {
  const { draft, former } = mergeDrafts(base, mine, latest)
  const bare = { original: base, latest, former, disputed: new Set<string>(), kept: new Map() }
  const disputed = new Set(overwritten(reportOfDraft(bare, draft, CHOICES)).map(({ key }) => key))
  const conflict = { ...bare, disputed }
  return { conflict, draft, report: () => reportOfDraft(conflict, draft, CHOICES) }
}
