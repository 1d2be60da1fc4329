import { addDays } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { pettyCashAmountBody, pettyCashBody } from '@pianzhang/contract/petty-cash'
import { createPettyCashDetails } from '../../books/petty-cash/save.ts'
import { setAmount } from '../../books/petty-cash/totals.ts'
import { writeOffDetails } from '../../books/petty-cash/write-off/write-off.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { PETTY_CASH } from './content.ts'
import { storePicture } from './invoices.ts'
import { type Random, seeded } from './random.ts'
import { voucherPicture } from './voucher-picture.ts'

/** The total set, in yuan. */
const TOTAL = '160000.00'
/** Weeks (from 0) at whose end what is complete is written off. */
const WRITE_OFF_WEEKS: readonly number[] = [7, 13]
/** Weeks from here on lack vouchers more often: they are still being collected. */
const RECENT_WEEK = 15

/** Its own random sequence, so that the payments do not depend on it. */
export const pettyCashRandom = (): Random => seeded(20_261_122)

export async function setTotal(tx: Tx, context: ProjectContext): Promise<void> {
  await setAmount(tx, context, {
    params: {},
    query: {},
    body: pettyCashAmountBody.parse({ amount: TOTAL }),
  })
}

/**
 * Creates a week's details, most of them with one scanned sheet on which the week's vouchers are pasted, and writes off
 * what is complete at the end of some weeks. `days`: of the week, counted from `firstDay`; `subjects`: codes by number.
 */
export async function addPettyCash(
  tx: Tx,
  context: ProjectContext,
  random: Random,
  firstDay: string,
  days: readonly number[],
  subjects: ReadonlyMap<string, string>,
): Promise<void> {
  const week = Math.floor((days[0] ?? 0) / 7)
  const drafts = days.flatMap((day) => draftsOf(random, addDays(firstDay, day), week >= RECENT_WEEK))
  const picture = await voucherPicture(
    drafts
      .slice(0, 8)
      .map(({ pay_at, fen, summary }) => ({ date: pay_at, amount: yuan(fen), text: summary })),
  )
  const sheet = await storePicture(tx, context, picture, `票据粘贴单第${week + 1}周.jpg`)
  const bodies = drafts.map(({ fen, subject, pictured, ...draft }) =>
    pettyCashBody.parse({
      ...draft,
      pay_amount: yuan(fen),
      subject_three_code: subjects.get(subject),
      voucher_attachment_codes: pictured ? [sheet.code] : [],
    }),
  )
  await createPettyCashDetails(tx, context, bodies)
  if (WRITE_OFF_WEEKS.includes(week)) await writeOffDetails(tx, context)
}

function draftsOf(random: Random, pay_at: string, recent: boolean) {
  const lacks = () => random.chance(recent ? 0.3 : 0.04)
  return PETTY_CASH.filter(({ chance }) => random.chance(chance)).map((kind) => {
    const { subject, from, to } = random.pick(kind.subjects)
    // A few amounts are negative: a shop paid money back.
    const fen = BigInt(random.int(from * 10, to * 10)) * (random.chance(0.01) ? -10n : 10n)
    return {
      pay_at,
      payer: kind.payer,
      post: kind.post,
      pay_channel: kind.channel,
      summary: `${random.pick(kind.summaries)}${fen < 0n ? '（退款）' : ''}`,
      subject,
      fen,
      voucher_category: lacks() ? null : kind.voucher,
      face_tax_rate: lacks() ? null : kind.rate,
      pictured: !lacks(),
      remark: '',
    }
  })
}
