import type { Payable } from '@pianzhang/contract/payables'

/** What a row is called in questions and for screen readers. */
export const nameOf = ({ contract, title }: Payable): string => `${contract.out_code} ${title}`
export const restOf = ({ rest_yuan }: Payable): string => rest_yuan
