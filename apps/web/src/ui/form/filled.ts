/**
 * Values of a form in which an empty control is null. An undefined value would be missing in the body, and the server would keep the stored
 * one.
 */
export type Filled<V> = { [F in keyof V]: undefined extends V[F] ? never : V[F] }

/** antd's cleared selects report undefined. */
export const filled = <V extends object>(values: V): V =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? null])) as V
