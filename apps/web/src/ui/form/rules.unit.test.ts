import { nonZeroField, positiveField } from '@pianzhang/contract/money'
import { nameText } from '@pianzhang/contract/text'
import { expect, test } from 'vitest'
import { amountInContract, asInContract, typedAmount } from './rules.ts'

test('a field is refused in the words of the contract', async () => {
  const { validator } = asInContract(nameText('投资方'))
  await expect(validator(null, '  ')).rejects.toThrow('请输入投资方')
  await expect(validator(null, undefined)).rejects.toThrow('请输入投资方')
  await expect(validator(null, '华映')).resolves.toBeUndefined()
})

test('an amount may be typed with separators or as a formula; what is none is said in words', async () => {
  const { validator } = amountInContract(positiveField('收款金额'))
  for (const text of ['1,234.5', '１２', '=12*30'])
    await expect(validator(null, text)).resolves.toBeUndefined()
  await expect(validator(null, '')).rejects.toThrow('请输入收款金额')
  await expect(validator(null, '1.234')).rejects.toThrow('最多两位小数')
  await expect(validator(null, '-5')).rejects.toThrow('金额')
  await expect(validator(null, '=1/')).rejects.toThrow()
  await expect(amountInContract(nonZeroField()).validator(null, '=5-5')).rejects.toThrow('金额不能为0')
})

test('an amount is sent in yuan', () => {
  expect(typedAmount('=12*30')).toBe('360.00')
  expect(typedAmount(' 1,234.5 ')).toBe('1234.50')
  expect(typedAmount(' abc ')).toBe('abc')
})
