import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { DuplicatesText, QuestionText } from './repeats.tsx'

const one = (code: string, instalments: string[] = []) => ({
  code,
  pay_at: '2026-11-12',
  payer: '甲公司',
  summary: '',
  pay_amount_yuan: '32000.00',
  instalments,
})

const words = (node: ReactNode) => renderToStaticMarkup(node).replace(/<[^>]*>/g, '')

describe('payments that one may repeat, in words', () => {
  test('each has its day, its amount and the instalments that both pay; of many only the first', () => {
    expect(words(<DuplicatesText items={[one('FK1'), one('FK2', ['定金', '尾款'])]} count={2} />)).toBe(
      'FK1（2026-11-12，32,000.00 元）、FK2（2026-11-12，32,000.00 元，期次「定金」，期次「尾款」）',
    )
    const items = ['FK1', 'FK2', 'FK3', 'FK4', 'FK5'].map((code) => one(code))
    expect(words(<DuplicatesText items={items} count={9} />)).toMatch(/FK3（[^）]*） 等 9 笔$/)
  })

  test('no number, day or amount is broken over two lines', () => {
    const html = renderToStaticMarkup(<DuplicatesText items={[one('FK1')]} count={1} />)
    const whole = [...html.matchAll(/<span class="num">([^<]*)</g)].map(([, text]) => text)
    expect(whole).toEqual(['FK1', '2026-11-12', '32,000.00 元'])
  })

  test('the question says by which rule they are found', () => {
    const why = (...items: ReturnType<typeof one>[]) =>
      words(<QuestionText items={items} count={items.length} />).split('：')[0]
    expect(why(one('FK1'))).toBe('同一收款人、同一金额，7天内已有')
    expect(why(one('FK1', ['定金']))).toBe('同一期次已有付款')
    expect(why(one('FK1'), one('FK2', ['定金']))).toBe('同一收款人、同一金额7天内，或同一期次，已有')
  })

  test('requests under way are named beside payments, or alone', () => {
    const requests = ['SQ1', 'SQ2', 'SQ3', 'SQ4']
    expect(words(<QuestionText items={[]} count={0} requests={['SQ1']} />)).toBe(
      '同一期次已在审批中的付款申请：SQ1',
    )
    expect(words(<QuestionText items={[one('FK1', ['定金'])]} count={1} requests={requests} />)).toMatch(
      /^同一期次已有付款：FK1（.*）；同一期次已在审批中的付款申请：SQ1、SQ2、SQ3 等 4 笔$/,
    )
  })
})
