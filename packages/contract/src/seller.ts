/** A name as names are compared: without spaces, brackets of either width the same. */
export const comparable = (name: string): string =>
  name.replace(/\s/g, '').replaceAll('（', '(').replaceAll('）', ')')

/** Whether one of these names is the seller's; a seller without a name is nobody. */
export const isSeller = (seller: string, names: readonly string[]): boolean => {
  const name = comparable(seller)
  return name !== '' && names.some((one) => comparable(one) === name)
}
