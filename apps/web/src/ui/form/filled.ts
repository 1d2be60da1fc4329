/**
 * Values of a form where null is the value of an empty control: of an undefined one the body would have no field, and the server
 * would keep the stored value.
 */
export type Filled<V> = { [F in keyof V]: undefined extends V[F] ? never : V[F] }

/** antd's cleared selects report undefined. */
export const filled = <V extends object>(values: V): V =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? null])) as V
