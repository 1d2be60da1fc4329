import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAmount } from '../src/money.ts'
import { evaluate, parseField } from '../src/money-field.ts'

describe('arithmetic in amount fields', () => {
  test.each([
    ['=12*30', 36000n],
    ['=(1000-20.5)*3/2', 146925n],
    ['＝（１２＋３）×２', 3000n],
    ['=10÷4', 250n],
    ['12 * 30', 36000n],
    ['=1,234.5+1', 123550n],
    ['=5000*6%', 30000n],
    ['=100+6%', 10006n],
    ['=-5', -500n],
    ['=--5', 500n],
    ['=2*-3', -600n],
    ['=(5)', 500n],
    ['=600万/3', 200000000n],
    ['=￥3,000元+￥5', 300500n],
    ['=(1.2亿-2000万)*6%', 600000000n],
    ['=1/3', 33n],
    ['=2/3', 67n],
    ['=0.005', 1n],
    ['=-0.005', -1n],
    ['=0.0049', 0n],
    ['=1/3*3', 100n],
    ['=0.1+0.2', 30n],
    ['=100/-8', -1250n],
    ['=9999999999999.99', 999_999_999_999_999n],
    ['=10000000000000/10', 100_000_000_000_000n],
  ])('%s', (text, fen) => expect(evaluate(text)).toEqual({ fen }))

  test.each([
    ['=1/0', '除数不能为0'],
    ['=5/(1-1)', '除数不能为0'],
    ['=', '算式格式不正确'],
    ['==1', '算式格式不正确'],
    ['=1+', '算式格式不正确'],
    ['=(1', '算式格式不正确'],
    ['=1)', '算式格式不正确'],
    ['=1 2', '算式格式不正确'],
    ['=1,23', '算式格式不正确'],
    ['=1,2345', '算式格式不正确'],
    ['=1..2', '算式格式不正确'],
    ['=2**3', '算式格式不正确'],
    ['=1亿2万', '算式格式不正确'],
    ['=万*3', '算式格式不正确'],
    ['=A1*2', '算式格式不正确'],
    ['=alert(1)', '算式格式不正确'],
    ['=9999999999999.99+0.01', '金额超出范围'],
    [`=${'('.repeat(200)}`, '算式不能超过200个字符'],
    [`=${'('.repeat(199)}`, '算式格式不正确'],
  ])('%s: %s', (text, error) => expect(evaluate(text)).toEqual({ error }))

  test('a field works out what begins with = and reads the rest as an amount', () => {
    expect(parseField(' =1+1')).toEqual({ fen: 200n })
    expect(parseField('＝1+1')).toEqual({ fen: 200n })
    expect(parseField('(5)')).toEqual({ fen: -500n })
    expect(parseField('=(5)')).toEqual({ fen: 500n })
    expect(parseField('1+1')).toEqual({ error: '金额格式不正确' })
  })

  type Tree = { text: string; n: bigint; d: bigint } | null
  const { tree } = fc.letrec<{ tree: Tree; leaf: Tree; node: Tree }>((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('node')),
    leaf: fc.tuple(fc.nat(99_999), fc.nat(999)).map(([whole, milli]) => ({
      text: `${whole}.${String(milli).padStart(3, '0')}`,
      n: BigInt(whole * 1000 + milli),
      d: 1000n,
    })),
    // Every pair in brackets, so that the expected value does not depend on a second grammar.
    node: fc
      .tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/'), tie('tree'), fc.boolean())
      .map(([a, op, b, minus]) => {
        if (!a || !b || (op === '/' && b.n === 0n)) return null
        const text = `${minus ? '-' : ''}(${a.text} ${op} ${b.text})`
        const sign = minus ? -1n : 1n
        if (op === '*') return { text, n: sign * a.n * b.n, d: a.d * b.d }
        if (op === '/') return { text, n: sign * a.n * b.d, d: a.d * b.n }
        return { text, n: sign * (a.n * b.d + (op === '+' ? 1n : -1n) * b.n * a.d), d: a.d * b.d }
      }),
  }))

  test('agrees with an independent evaluation in rationals', () => {
    fc.assert(
      fc.property(tree, (node) => {
        if (!node || node.text.length > 190) return
        const result = evaluate(`=${node.text}`)
        const d = node.d < 0n ? -node.d : node.d
        const n = (node.d < 0n ? -node.n : node.n) * 100n
        const floor = (2n * (n < 0n ? -n : n) + d) / (2n * d)
        const fen = n < 0n ? -floor : floor
        expect(result).toEqual(isAmount(fen) ? { fen } : { error: '金额超出范围' })
      }),
      { numRuns: 1000 },
    )
  })

  test('precedence and left association', () => {
    const digit = fc.integer({ min: 1, max: 9 })
    const terms = fc.tuple(digit, fc.array(fc.tuple(fc.constantFrom('+', '-', '*'), digit), { maxLength: 8 }))
    fc.assert(
      fc.property(terms, ([first, rest]) => {
        const text = first + rest.map(([op, d]) => op + d).join('')
        const value = text
          .replaceAll('-', '+-')
          .split('+')
          .reduce(
            (total, term) => total + term.split('*').reduce((product, factor) => product * Number(factor), 1),
            0,
          )
        expect(evaluate(`=${text}`)).toEqual({ fen: BigInt(value) * 100n })
      }),
    )
  })

  test('any text gets an answer', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'0123456789.,+-*/%() x=')), (characters) => {
        const result = evaluate(characters.join(''))
        expect((result.fen === undefined) !== (result.error === undefined)).toBe(true)
      }),
    )
  })
})
