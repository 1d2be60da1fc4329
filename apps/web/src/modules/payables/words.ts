import type { Payable } from '@pianzhang/contract/payables'

/** What a row is called in questions and for screen readers. */
export const nameOf = ({ contract, title }: Payable): string => `${contract.out_code} ${title}`
/** What rows of one payment have in common: the payee, or the contract's party where it names none. */
export const groupOf = ({ payee_link, payee }: Payable): string => payee_link?.code ?? payee
export const restOf = ({ rest_yuan }: Payable): string => rest_yuan
