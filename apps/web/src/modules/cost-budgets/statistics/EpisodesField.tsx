import { type EpisodesAnswer, episodes } from '@pianzhang/contract/cost-budgets'
import { halfWidth } from '@pianzhang/contract/decimal'
import { FAILURES } from '@pianzhang/contract/errors'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/query.ts'
import { Button } from '../../../ui/Button.tsx'
import { type Guard, isSamePage, useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { budgets, episodesQuery, saveEpisodes } from '../api.ts'
import { budgetSearch, tabs } from '../search.ts'
import styles from './Episodes.module.css'

interface Props {
  /** The number of episodes when editing began. */
  known: EpisodesAnswer
  onClose: () => void
}

const textOf = ({ epis }: EpisodesAnswer): string => (epis === null ? '' : String(epis))

/** Only 统计 shows this field, so going to 明细 leaves it. The URL may omit the tab, so it is parsed to find out which one opens. */
const staysOnStatistics: Guard['stays'] = (from, to) =>
  isSamePage()(from, to) && tabs.known(budgetSearch.parse(to.search)) === 'first'

/** Edits the number of episodes: Enter saves, Escape cancels, an empty field unsets it. */
export function EpisodesField({ known, onClose }: Props) {
  const id = useId()
  const [text, setText] = useState(textOf(known))
  const [error, setError] = useState('')
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const version = useRef(known.version)
  /** The number that a colleague stored meanwhile. */
  const [theirs, setTheirs] = useState<EpisodesAnswer | null>(null)
  const kept = theirs ?? known
  const typed = halfWidth(text).trim()
  const guard = useUnsavedGuard(typed !== textOf(kept), { stays: staysOnStatistics })
  const finish = () => {
    guard.release()
    onClose()
  }

  async function save(epis: number | null) {
    try {
      const { msg } = await saveEpisodes(epis, version.current)
      await budgets.changed()
      toast.success(msg)
      finish()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.code !== FAILURES.stale.code) return setError(failure.message)
      const latest = await queryClient.fetchQuery({ ...episodesQuery, staleTime: 0 })
      // The number is stored already, for example by a save whose answer was lost.
      if (latest.epis === epis) return finish()
      version.current = latest.version
      setTheirs(latest)
    }
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const checked = episodes.safeParse(typed)
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? '')
    // A second click or Enter may arrive before `saving` is rendered.
    if (busy.current) return
    busy.current = true
    setSaving(true)
    await save(checked.data).catch(() => undefined)
    busy.current = false
    setSaving(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={styles.value}>
        <input
          className={`num ${styles.input}`}
          aria-labelledby="episodes"
          aria-describedby={error || theirs ? id : undefined}
          aria-invalid={error ? true : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          placeholder="请输入集数"
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
          autoFocus
          onFocus={(event) => event.target.select()}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setError('')
          }}
          onKeyDown={(event) => event.key === 'Escape' && !saving && finish()}
        />
        <Button submit type="primary" size="small" loading={saving}>
          {theirs ? '覆盖保存' : '保存'}
        </Button>
        <Button size="small" onClick={finish} disabled={saving}>
          {theirs ? '采用对方的' : '取消'}
        </Button>
      </div>
      <div id={id} className={styles.error} role="alert">
        {error ||
          (theirs &&
            `同事已将集数改为 ${theirs.epis ?? '未设置'}，再次保存将覆盖为 ${typed === '' ? '未设置' : typed}`)}
      </div>
    </form>
  )
}
