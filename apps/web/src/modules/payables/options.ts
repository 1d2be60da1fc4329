import { BUCKETS } from '@pianzhang/contract/payables'

export const BUCKET_OPTIONS = BUCKETS.map(({ code, label }) => ({ value: code, label }))
