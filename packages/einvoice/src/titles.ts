import { AIR, OTHER, RAIL } from './types.ts'

/** Titles of forms and the types they stand for, the fully digital ones first. */
const TITLES: readonly (readonly [RegExp, string])[] = [
  [/电子发票\(增值税专用发票\)/, '31'],
  [/电子发票\(普通发票\)/, '32'],
  [/电子发票\(铁路电子客票\)/, RAIL],
  [/电子发票\(航空运输电子客票行程单\)/, AIR],
  [/增值税电子专用发票/, '08'],
  [/增值税电子普通发票/, '10'],
  [/增值税普通发票\(卷/, '11'],
  [/增值税专用发票/, '01'],
  [/增值税普通发票/, '04'],
  [/机动车销售统一发票/, '03'],
  // 非税收入统一票据（电子）, 医疗门诊收费票据（电子）: bills of the treasury.
  [/票据\(电子\)/, OTHER],
]
const TOLL = /通行费/

/** The type of the form with these lines of text, in half-width characters; '' if none is a title. */
export function typeOfForm(lines: readonly string[]): string {
  const type = TITLES.find(([title]) => lines.some((line) => title.test(line)))?.[1] ?? ''
  return type === '10' && lines.some((line) => TOLL.test(line)) ? '14' : type
}
