import { isSame, mergeEdits } from '../../../ui/form/conflict/merge.ts'
import { amountOf, type Draft, type DraftLine, isSamePayee } from './draft.ts'
import { contentOfLine } from './draftBody.ts'
import { HEADER, isSameLine, LINE } from './draftFields.ts'
import { asStored } from './draftInvoices.ts'

/**
 * Three-way merge of a payment: as the form was opened, as it is filled in, and as a colleague stored it. Lines are matched by code.
 * Pure functions.
 */

type Lines = readonly DraftLine[]
export const byCode = (lines: Lines): Map<string, DraftLine> =>
  new Map(lines.flatMap((one) => (one.code ? [[one.code, one]] : [])))
/** Inserts each line of `all` that `lines` lacks after its nearest predecessor in `all` that is present, otherwise at the start. */
function woven(lines: Lines, all: Lines, identity: (one: DraftLine) => string): DraftLine[] {
  const result = [...lines]
  const has = new Set(lines.map(identity))
  all.forEach((one, at) => {
    if (has.has(identity(one))) return
    const before = all.slice(0, at).findLast((other) => has.has(identity(other)))
    const place = before ? result.findIndex((other) => identity(other) === identity(before)) + 1 : 0
    result.splice(place, 0, one)
    has.add(identity(one))
  })
  return result
}

interface MergedDraft {
  draft: Draft
  /** Former codes, by key, of lines that the colleague removed and this form keeps as new lines. */
  former: ReadonlyMap<string, string>
}

/** `base` null: unknown, so that every field that differs keeps this form's value and has to be decided. */
export function mergeDrafts(base: Draft | null, mine: Draft, latest: Draft): MergedDraft {
  const [old, own, theirs] = [base?.lines ?? [], mine.lines, latest.lines].map(byCode) as [
    Map<string, DraftLine>,
    Map<string, DraftLine>,
    Map<string, DraftLine>,
  ]
  const former = new Map<string, string>()
  const kept = (one: DraftLine) => {
    if (one.code) former.set(one.key, one.code)
    return { ...one, code: null }
  }
  const ownLines = mine.lines.flatMap((one): DraftLine[] => {
    if (!one.code) return [one]
    const their = theirs.get(one.code)
    const before = old.get(one.code) ?? null
    if (their) return [mergeEdits(LINE, before, one, their).values]
    return before && isSameLine(one, before) ? [] : [kept(one)]
  })
  const here = byCode(ownLines)
  const theirLines = latest.lines.flatMap((one): DraftLine[] => {
    const code = one.code ?? ''
    const line = here.get(code)
    if (line) return [line]
    return own.has(code) || old.has(code) ? [] : [one]
  })
  // Lines are in the colleague's order, unless this form has changed the order.
  const order = (lines: Lines) => lines.flatMap(({ code }) => (code && here.has(code) ? [code] : [])).join()
  const identity = (one: DraftLine) => one.code ?? one.key
  const lines =
    base && order(base.lines.filter(({ code }) => own.has(code ?? ''))) === order(mine.lines)
      ? woven(theirLines, ownLines, identity)
      : woven(ownLines, theirLines, identity)
  const [first] = mine.lines
  if (lines.length === 0 && first) lines.push(kept(first))
  return {
    draft: {
      ...mine,
      header: mergeEdits(HEADER, base?.header ?? null, mine.header, latest.header).values,
      // A payee that this form chose stays.
      payee: base && isSamePayee(base.payee, mine.payee) ? latest.payee : mine.payee,
      lines,
      active: lines.some(({ key }) => key === mine.active) ? mine.active : (lines[0]?.key ?? ''),
    },
    former,
  }
}

/** Whether a line that was sent is stored as `there`. */
const isStoredAs = (sent: DraftLine, there: DraftLine): boolean =>
  contentOfLine({
    ...sent,
    code: null,
    invoices: asStored(sent.invoices, amountOf(sent), there.invoices),
  }) === contentOfLine({ ...there, code: null })

/**
 * After a save whose answer was lost: new lines of the form that are stored already get their codes and become part of the base.
 * `attempted`: the draft that was sent. `own`: the stored payment equals it, so no colleague saved since.
 */
export function recognised(
  base: Draft | null,
  mine: Draft,
  attempted: Draft,
  latest: Draft,
): { base: Draft | null; mine: Draft; own: boolean } {
  const own =
    HEADER.every((field) => isSame(field, attempted.header, latest.header)) &&
    isSamePayee(attempted.payee, latest.payee) &&
    attempted.lines.length === latest.lines.length &&
    attempted.lines.every((one, at) => {
      const there = latest.lines[at]
      return there !== undefined && isStoredAs(one, there)
    })
  const known = byCode(base?.lines ?? [])
  const fresh = latest.lines.filter(({ code }) => !known.has(code ?? ''))
  const codes = new Map<string, DraftLine>()
  for (const one of attempted.lines) {
    if (one.code) continue
    const at = fresh.findIndex((there) => isStoredAs(one, there))
    const [there] = at < 0 ? [] : fresh.splice(at, 1)
    if (there) codes.set(one.key, there)
  }
  const stored = [...codes.values()]
  return {
    base: own ? latest : base && { ...base, lines: [...base.lines, ...stored] },
    mine: {
      ...mine,
      lines: mine.lines.map((one) => ({ ...one, code: codes.get(one.key)?.code ?? one.code })),
    },
    own,
  }
}
