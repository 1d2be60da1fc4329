import { type EpisodesAnswer, episodes } from '@pianzhang/contract/cost-budgets'
import { halfWidth } from '@pianzhang/contract/decimal'
import { FAILURES } from '@pianzhang/contract/errors'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/query.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { budgetsChanged, episodesQuery, saveEpisodes } from '../api.ts'
import styles from './Episodes.module.css'

interface Props {
  /** As it was when the editing began. */
  known: EpisodesAnswer
  onClose: () => void
}

/** The number of episodes while it is edited: Enter saves, Escape leaves it as it was, empty unsets it. */
export function EpisodesField({ known, onClose }: Props) {
  const id = useId()
  const [text, setText] = useState(known.epis === null ? '' : String(known.epis))
  const [error, setError] = useState('')
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const version = useRef(known.version)

  async function save(epis: number | null) {
    try {
      const { msg } = await saveEpisodes(epis, version.current)
      await budgetsChanged()
      toast.success(msg)
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.code !== FAILURES.stale.code) return setError(failure.message)
      const latest = await queryClient.fetchQuery({ ...episodesQuery, staleTime: 0 })
      // Also after a lost answer: what was to be saved is saved.
      if (latest.epis === epis) return onClose()
      version.current = latest.version
      setError(`他人已将集数改为 ${latest.epis ?? '未设置'}，再次保存将覆盖`)
    }
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = episodes.safeParse(halfWidth(text).trim())
    if (!typed.success) return setError(typed.error.issues[0]?.message ?? '')
    // A second click or Enter may arrive before `saving` is rendered.
    if (busy.current) return
    busy.current = true
    setSaving(true)
    await save(typed.data).catch(() => undefined)
    busy.current = false
    setSaving(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={styles.value}>
        <input
          className={`num ${styles.input}`}
          aria-labelledby="episodes"
          aria-describedby={error ? id : undefined}
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
          onKeyDown={(event) => event.key === 'Escape' && !saving && onClose()}
        />
        <Button submit type="primary" size="small" loading={saving}>
          保存
        </Button>
        <Button size="small" onClick={onClose} disabled={saving}>
          取消
        </Button>
      </div>
      <div id={id} className={styles.error} role="alert">
        {error}
      </div>
    </form>
  )
}
