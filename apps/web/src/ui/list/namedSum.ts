/** A sum by its name: 合计, 应付. */
export interface NamedSum {
  name: string
  /** In yuan. */
  amount: string
}
