/** What is filled in to pay instalments of several payees. */
export interface Paying {
  pay_at: string
  pay_channel: string | null
}
