/** `a[1].b` of the API → `['a', 1, 'b']`, antd's name of a field. The inverse of the contract's `fieldPath`. */
export const fieldName = (field: string): (string | number)[] =>
  field
    .split(/[.[\]]/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
