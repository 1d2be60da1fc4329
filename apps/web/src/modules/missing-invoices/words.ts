import type { MissingLine } from '@pianzhang/contract/missing-invoices'

/** What a line is called in questions and for screen readers. */
export const nameOf = ({ payment_code, pay_at, payer }: MissingLine): string =>
  `${payment_code} ${pay_at} ${payer}`
export const lackingOf = ({ lacking_yuan }: Pick<MissingLine, 'lacking_yuan'>): string => lacking_yuan
