import { Button } from '../../Button.tsx'
import { IconClose, IconReload } from '../../icons.tsx'
import type { PictureRecords } from './records.ts'
import styles from './Tray.module.css'
import { canRetry, isUploading, type Job, type Jobs } from './useJobs.ts'

/** The files on their way to records, what failed, and which line they go to: at the bottom of the window, or `inside` a dialog. */
export function Tray<R>({ of, work, inside }: { of: PictureRecords<R>; work: Jobs<R>; inside?: boolean }) {
  const { jobs, choose, retry, drop } = work
  const failed = jobs.filter(canRetry)
  if (jobs.length === 0) return null
  return (
    <section className={`${styles.tray} ${inside ? '' : styles.floating}`} aria-label={`正在添加${of.what}`}>
      <div className={styles.head}>
        <span>
          正在添加{of.what} <span className="num">{jobs.length}</span> 条
        </span>
        {failed.length > 1 && (
          <Button size="small" icon={<IconReload size={14} />} onClick={() => retry(failed)}>
            全部重试
          </Button>
        )}
      </div>
      <ul className={styles.jobs}>
        {jobs.map((job) => (
          <li key={job.key}>
            <div className={styles.words}>
              <span className="num ellipsis">{of.nameOf(job.row)}</span>
              <State job={job} />
            </div>
            {canRetry(job) && (
              <Button
                size="small"
                icon={<IconReload size={14} />}
                aria-label={`重试 ${of.nameOf(job.row)}`}
                onClick={() => retry([job])}
              />
            )}
            <Button
              size="small"
              type="text"
              icon={<IconClose size={14} />}
              aria-label={`取消 ${of.nameOf(job.row)}`}
              onClick={() => drop(job)}
            />
            {!job.place && (
              <fieldset className={styles.places}>
                <legend>请选择{of.what}所属的明细</legend>
                {job.places.map((place) => (
                  <Button key={place.key} size="small" onClick={() => choose(job, place)}>
                    {place.name}
                  </Button>
                ))}
              </fieldset>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function State<R>({ job: { place, held, files, error } }: { job: Job<R> }) {
  if (!place) return <span className={styles.state}>{held.length} 张待选择明细</span>
  const failed = files.filter((file) => file.error !== undefined)
  const [first] = failed
  if (error !== undefined || first)
    return (
      <span className={styles.failed} role="alert">
        {error ?? (failed.length > 1 ? `${failed.length} 张上传失败：${first?.error}` : first?.error)}
      </span>
    )
  const uploading = files.filter(isUploading)
  const percent = Math.round(files.reduce((sum, file) => sum + (file.percent ?? 100), 0) / files.length)
  return (
    <span className={`num ${styles.state}`} role="status">
      {uploading.length === 0
        ? '正在保存…'
        : (uploading[0]?.note ?? `${files.length} 张，已上传 ${percent}%`)}
    </span>
  )
}
