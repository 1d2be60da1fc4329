/** A keyword as it is looked for in the text that a payee is found by: half-width, lower case, without blanks. */
export const searchKey = (typed: string): string => typed.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
