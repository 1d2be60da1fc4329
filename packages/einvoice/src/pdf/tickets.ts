import type { OriginalFields } from '../fields.ts'
import { AIR, OTHER, RAIL } from '../types.ts'
import {
  amountBelow,
  amountBeside,
  digits,
  type Page,
  SUMS,
  TAX_NO,
  TAX_NUMBER,
  type Title,
  TOTAL,
  textBeside,
} from './form-values.ts'

const BUYER: Title = { words: /购买方名称:/ }
/** A railway ticket has one amount: the fare, or what was kept of a returned one. */
const FARES: readonly Title[] = [{ words: /退票费:/ }, { words: /票价:/ }]
const AIR_TAX: Title = { words: /增值税税额/ }
const AIR_SELLER: Title = { words: /填开单位:/ }
/** Of a bill of the treasury. */
const BILL_NUMBER: Title = { words: /票据号码:?/ }
const BILL_CODE: Title = { words: /票据代码:?/ }
const PAYER: Title = { words: /交款人:/ }
const ISSUER: Title = { words: /收款单位(?:\(章\))?:/ }

type Figures = Partial<OriginalFields>

/** What the form of a ticket or of a bill of the treasury says; null for the form of an invoice. */
export function ticketOf(page: Page, type: string): Figures | null {
  if (type === RAIL) return railOf(page)
  if (type === AIR) return airOf(page)
  return type === OTHER ? billOf(page) : null
}

/** A railway ticket names no seller, and neither net amount nor tax. */
const railOf = (page: Page): Figures => ({
  ...ticketBuyer(page),
  total_amount: FARES.map((title) => amountBeside(page, title)).find((fen) => fen !== null) ?? null,
})

/** The fares of an air ticket stand below their titles; 合计 also has what is not taxed, so that net amount and tax do not add up to it. */
const airOf = (page: Page): Figures => ({
  ...ticketBuyer(page),
  seller_name: textBeside(page, AIR_SELLER),
  tax_amount: amountBelow(page, AIR_TAX),
  total_amount: amountBelow(page, SUMS) ?? amountBeside(page, SUMS),
})

const billOf = (page: Page): Figures => ({
  invoice_number: digits(page, BILL_NUMBER, /^\d{10}(?!\d)/),
  invoice_code: digits(page, BILL_CODE, /^\d{8}(?!\d)/),
  buyer_name: textBeside(page, PAYER),
  seller_name: textBeside(page, ISSUER),
  total_amount: amountBeside(page, TOTAL),
})

const ticketBuyer = (page: Page): Figures => ({
  buyer_name: textBeside(page, BUYER),
  buyer_tax_no: digits(page, TAX_NO, TAX_NUMBER).toUpperCase(),
})
