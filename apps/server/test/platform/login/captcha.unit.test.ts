import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawCaptcha, randomCaptchaText } from '../../../src/platform/login/captcha.ts'

const decode = (uri: string) => Buffer.from(uri.replace('data:image/png;base64,', ''), 'base64')

test('is a PNG of twice 104×40 with the background colour of the login page', async () => {
  const uri = await drawCaptcha('7KM4')
  expect(uri).toMatch(/^data:image\/png;base64,/)
  const { data, info } = await sharp(decode(uri)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([208, 80])
  const corners = [0, 207, 79 * 208, 80 * 208 - 1].map((pixel) => [
    ...data.subarray(pixel * 3, pixel * 3 + 3),
  ])
  expect(corners).toContainEqual([0xf1, 0xf2, 0xef])
})

test('letters are visible, and two drawings differ', async () => {
  const [one, two] = await Promise.all([drawCaptcha('AAAA'), drawCaptcha('AAAA')])
  expect(one).not.toBe(two)
  const { channels } = await sharp(decode(one)).stats()
  expect(channels[0]?.stdev).toBeGreaterThan(15)
})

test('draws whatever CAPTCHA_FIXED may hold', async () => {
  await drawCaptcha('abcdefghijklmnop')
  await drawCaptcha('qrstuvwxyz012345')
  await drawCaptcha('67890ABZ')
})

test('random texts are four unambiguous characters, and vary', () => {
  const texts = Array.from({ length: 500 }, randomCaptchaText)
  for (const text of texts) expect(text).toMatch(/^[2-8ACDEFHJKLMNPRTUWXY]{4}$/)
  expect(new Set(texts).size).toBeGreaterThan(480)
})
