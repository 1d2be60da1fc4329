import { readFileSync } from 'node:fs'
import { capitals } from '@pianzhang/contract/money'
import { expect, test } from 'vitest'
import { instalmentsOf, PARTIES, PETTY_CASH, REQUESTS, TRADES } from '../../../src/start/demo/content.ts'
import { lacking } from '../../../src/start/demo/lettering.ts'
import { DEMO_COMPANY } from '../../../src/start/demo/people.ts'

test('every character that the pictures of the demo show has an outline', () => {
  const labels = ['invoice', 'voucher']
    .map((name) =>
      readFileSync(new URL(`../../../src/start/demo/${name}-picture.ts`, import.meta.url), 'utf8'),
    )
    .join('')
    .match(/[\u3000-\uffff]/g)
  const texts = [
    ...(labels ?? []),
    ...PARTIES.flatMap((party) => [
      party.party,
      party.summary,
      ...instalmentsOf(party).map(([title]) => title),
    ]),
    ...TRADES.filter(({ rate }) => rate !== null).flatMap(({ payee, summaries }) => [payee, ...summaries]),
    ...PETTY_CASH.flatMap(({ summaries }) => summaries),
    ...REQUESTS.filter(({ pictures }) => pictures > 0).map(({ summary }) => summary),
    ...[DEMO_COMPANY, capitals('-1203456789.05'), '（退款）', '0123456789ABCDEFGHJKLMNPQRTUWXY.-%¥'],
  ]
  expect([...new Set(texts.flatMap(lacking))]).toEqual([])
})
