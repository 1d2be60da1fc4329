import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { IconEdit } from '../../../ui/icons.tsx'
import { episodesQuery } from '../api.ts'
import styles from './Episodes.module.css'
import { EpisodesField } from './EpisodesField.tsx'
import { perEpisode } from './perEpisode.ts'

/** 集数, edited in place, and 单集预算. `total`: sum of all budget lines, in yuan. */
export function Episodes({ total }: { total: string | undefined }) {
  const { data } = useQuery(episodesQuery)
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const each = perEpisode(total, data?.epis)
  const close = () => {
    setEditing(false)
    // By the next frame the button has replaced the field, whose removal would leave the focus on the body.
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      <div>
        <div className="caption" id="episodes">
          集数
        </div>
        {editing && data ? (
          <EpisodesField known={data} onClose={close} />
        ) : (
          <div className={styles.value}>
            <span className={`num ${styles.number}`}>{data?.epis ?? '-'}</span>
            {data?.can.write && (
              <Button
                ref={button}
                type="text"
                size="small"
                icon={<IconEdit size={14} />}
                aria-label="编辑集数"
                title="编辑集数"
                onClick={() => setEditing(true)}
              />
            )}
          </div>
        )}
      </div>
      <div>
        <div className="caption">单集预算（元）</div>
        <div className={styles.value}>
          <span className={`num ${styles.number} ${each.length > 1 && each.startsWith('-') ? 'red' : ''}`}>
            {each}
          </span>
        </div>
      </div>
    </>
  )
}
