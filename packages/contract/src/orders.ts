import { z } from 'zod'
import { amountOutput, type Fen } from './money.ts'
import { code, listOf, orAbsent, pageQuery, queryText } from './page.ts'

/** The page size of the list of orders; all other lists have 20 (api.md §1). */
export const ORDER_PAGE_SIZE = 25
export const MAX_QUANTITY_OF_ORDER = 100

/** `code` is what the list's filter sends, `name` what answers carry. Stored by code, so entries are never reordered. */
export const ORDER_STATUSES = [
  { code: '0', name: 'pending', label: '待付款' },
  { code: '1', name: 'paid', label: '已付款' },
  { code: '2', name: 'cancelled', label: '已取消' },
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]['name']

export const PAYMENT_METHODS = [
  { code: 'alipay', label: '支付宝' },
  { code: 'wechat_pay', label: '微信支付' },
  { code: 'transfer', label: '对公转账' },
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]['code']
/** The types that are paid by a QR code. A transfer is confirmed by the operator. */
export type OnlinePaymentMethod = Exclude<PaymentMethod, 'transfer'>

const UNIT_PRICE: Fen = 180_000n
const UNIT_DISCOUNT: Fen = 80_000n
/** A company's first projects have the full price; each further one has the discount. */
const FULL_PRICE_PROJECTS = 10

/** The unit prices in fen: the standard one, and the one of each project beyond the tenth. */
export const ORDER_PRICES = { price: UNIT_PRICE, discounted: UNIT_PRICE - UNIT_DISCOUNT } as const

/** Amounts in fen; `amount` = price × quantity − discount. */
export interface OrderPrice {
  price: Fen
  discount: Fen
  amount: Fen
}

/**
 * What `quantity` more projects cost a company with `owned` (granted and bought, `total_count`): 1,800 yuan each, 800 less for each that
 * takes the total beyond 10 (seed 001 §9, api.md §5). Owned 0 buys 10 for 18,000, 11 for 19,000; owned 9 buys 2 for 2,800.
 */
export function orderPrice(owned: number, quantity: number): OrderPrice {
  const beyond = Math.min(quantity, Math.max(0, owned + quantity - FULL_PRICE_PROJECTS))
  const discount = UNIT_DISCOUNT * BigInt(beyond)
  return { price: UNIT_PRICE, discount, amount: UNIT_PRICE * BigInt(quantity) - discount }
}

const QUANTITY_TEXT = `项目数量须为1至${MAX_QUANTITY_OF_ORDER}的整数`

const quantityError = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? '请输入项目数量' : QUANTITY_TEXT,
}

/** A number, or its digits as text. */
const projectQuantity = z
  .union([z.number(quantityError), z.string().regex(/^\d{1,3}$/, quantityError)], quantityError)
  .transform(Number)
  .refine((count) => Number.isInteger(count) && count >= 1 && count <= MAX_QUANTITY_OF_ORDER, QUANTITY_TEXT)
  .meta({ description: QUANTITY_TEXT, example: 2 })

const paymentMethod = z.enum(
  PAYMENT_METHODS.map((type) => type.code),
  {
    error: ({ input }) =>
      input === undefined || input === null || input === '' ? '请选择支付方式' : '支付方式不正确',
  },
)

/** Prices are not part of it: the server computes them, and ignores what else a client sends. */
export const orderBody = z.object({ project_quantity: projectQuantity, payment_type: paymentMethod })
export type OrderBody = z.output<typeof orderBody>

export const orderListQuery = z.object({
  ...pageQuery(ORDER_PAGE_SIZE),
  /** 0, 1 or 2; another value matches nothing. */
  status: orAbsent(z.string('格式不正确').max(64, '格式不正确')),
  /** Part of the number or of the payment code. */
  keywords: queryText,
})
export type OrderListQuery = z.output<typeof orderListQuery>

export const order = z.object({
  code: z.string(),
  /** `DD20261124-0001`, for people. */
  number: z.string(),
  status: z.enum(ORDER_STATUSES.map((status) => status.name)),
  status_i18n: z.string(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  /** Who ordered; the name of a deleted person stays. */
  user_name: z.string(),
  project_quantity: z.number().int(),
  payment_type: z.enum(PAYMENT_METHODS.map((type) => type.code)),
  payment_type_i18n: z.string(),
  /** The unit price without the discount. */
  price_yuan: amountOutput,
  discount_amount_yuan: amountOutput,
  amount_yuan: amountOutput,
  /** The same as `amount_yuan`. */
  amount: amountOutput,
  /** The address to show as a QR code; null for a transfer and for an order that is not pending. */
  qrcode_url: z.string().nullable(),
  /** Whether `qrcode_url` is the sandbox's cashier, which takes no money. */
  sandbox: z.boolean(),
  /** The account to transfer to, as it was when ordered; null for online payments. */
  collection_subject: z.string().nullable(),
  collection_bank_account: z.string().nullable(),
  collection_bank_name: z.string().nullable(),
  /** 付款码: the payer writes it in the remark of the bank transfer, by which the operator finds the order; null for online payments. */
  payment_code: z.string().nullable(),
  can: z.object({ cancel: z.boolean() }),
})
export type Order = z.output<typeof order>

export const orderList = z.object({
  ...listOf(order),
  /** The quota now, on which `orderPrice` depends: granted and bought. */
  total_count: z.number().int(),
  price_yuan: amountOutput,
  discounted_price_yuan: amountOutput,
  /** The payment types that can be chosen now, in order; `sandbox`: takes no money. */
  payment_types: z.array(
    z.object({
      value: z.enum(PAYMENT_METHODS.map((type) => type.code)),
      label: z.string(),
      sandbox: z.boolean(),
    }),
  ),
  can: z.object({ create: z.boolean() }),
})
export type OrderList = z.output<typeof orderList>

/** `result`: whether the order is paid. */
export const orderCheck = z.object({ result: z.boolean() })

export const orderParams = z.object({ code })
