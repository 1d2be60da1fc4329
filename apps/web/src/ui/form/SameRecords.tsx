import type { Endpoint } from '@pianzhang/contract/endpoint'
import type { Model } from '@pianzhang/contract/permissions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ConfigProvider, Form } from 'antd'
import type { z } from 'zod'
import type { Params } from '../../platform/address/listSearch.ts'
import { readAny } from '../../platform/api/api.ts'
import { count } from '../count.ts'
import { useDebounced } from '../fields/useDebounced.ts'
import { RecordsLink } from '../list/RecordsLink.tsx'
import styles from './SameRecords.module.css'

interface Found {
  items: readonly { code: string }[]
  listTotal: number
}

interface Props {
  /** The part of `recordsOf` that is used here. */
  of: { listed: Endpoint<string, { query: z.ZodType; answer: z.ZodType<Found> }>; key: string; model: Model }
  /** The list's filter for records that are the same for people; null: not all of it is filled in. */
  same: Params | null
  /** 笔收款的收款时间、投资方、金额相同 */
  text: string
  /** Whether people know the records by their codes. */
  numbered?: boolean
  /** Whether the record is being saved, where no form of antd's says so: its own save is no news. */
  saving?: boolean
}

/** Records named, and linked to, at most. */
const NAMED = 20

/** Tells while a new record is typed that there are such records already. It stops nothing; a colleague's save shows as well. */
export function SameRecords({ of, same, text, numbered = false, saving }: Props) {
  const { componentDisabled: disabled } = ConfigProvider.useConfig()
  const typed = same ? JSON.stringify(same) : ''
  const settled = useDebounced(typed)
  const { data } = useQuery(
    queryOptions({
      // As the list's, so that it is read again after changes.
      queryKey: [of.key, 'list', 'same', settled],
      queryFn: async ({ signal }) => {
        const params = { ...(JSON.parse(settled) as Params), per_page: NAMED }
        // A failure is not reported: the save does not depend on it.
        return await readAny(of.listed, { query: params, signal, handled: true })
      },
      enabled: settled !== '' && !(saving ?? disabled),
      retry: false,
    }),
  )
  if (typed === '' || typed !== settled || !data || data.listTotal === 0) return null
  const codes = data.items.map(({ code }) => code)
  return (
    <p className={styles.same} role="status">
      <span>
        已有 <span className="num">{count(data.listTotal)}</span> {text}
        {numbered && `：${codes.slice(0, 3).join('、')}${data.listTotal > 3 ? ' 等' : ''}`}
      </span>
      <RecordsLink of={of.model} search={{ codes }}>
        查看
      </RecordsLink>
    </p>
  )
}

/** The same in a form; `sameOf`: the filter of its values. */
export function SameAsTyped<V>({
  sameOf,
  ...of
}: Omit<Props, 'same'> & { sameOf: (values: V) => Params | null }) {
  const form = Form.useFormInstance<V>()
  // Before the first effect it has no fields.
  const values = Form.useWatch((typed: V) => typed, { form, preserve: true }) as V & object
  const none = Object.keys(values ?? {}).length === 0
  return <SameRecords {...of} same={none ? null : sameOf(values)} />
}
