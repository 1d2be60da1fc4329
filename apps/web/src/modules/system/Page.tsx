import { diskText, growthText, type SystemState, sizeText } from '@pianzhang/contract/system'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { NotLoaded } from '../../ui/states/States.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formatMinute } from '../../ui/time.ts'
import { retryJob, systemQuery } from './api.ts'
import styles from './Page.module.css'
import { backupState, backupText, copyText, jobText, uptimeText, verifiedText } from './words.ts'

/** 系统状态: for whoever runs the server. */
export default function SystemPage() {
  const query = useQuery(systemQuery)
  const { data } = query
  return (
    <>
      <PageHead title="系统状态" />
      <PageBody label="系统状态">
        {data ? <State state={data} /> : <NotLoaded of={query} lines={12} />}
      </PageBody>
    </>
  )
}

function State({ state }: { state: SystemState }) {
  const { version, uptime, database, storage, disk, backup_disk, backups, offsite, jobs, people, slow } =
    state
  return (
    <>
      <Notices type="error" texts={state.warnings} />
      <Notices type="warning" texts={state.notes} />
      <div className={styles.sections}>
        <Section title="服务器">
          <Fact name="版本">{version}</Fact>
          <Fact name="已运行">{uptimeText(uptime)}</Fact>
          <Fact name="磁盘">{diskText(disk)}</Fact>
          {backup_disk && (
            <Fact name="备份的磁盘">
              {diskText(backup_disk)}
              <small>{backup_disk.folder}</small>
            </Fact>
          )}
          {(offsite.configured || offsite.last) && (
            <Fact name="异地备份">{offsite.last ? `最近一份 ${formatMinute(offsite.last)}` : '还没有'}</Fact>
          )}
          <Fact name="数据库">
            <Ready ok={database.ready} /> {sizeText(database.bytes)}
            {growthText(database.week_bytes)}
            <small>{database.name}</small>
          </Fact>
          <Fact name="文件">
            <Ready ok={storage.ready} />{' '}
            {storage.files === null
              ? '尚未统计（每日一次）'
              : `${count(storage.files)} 个，${sizeText(storage.bytes)}${growthText(storage.week_bytes)}`}
            <small>{storage.name}</small>
          </Fact>
        </Section>
        <Section title="备份" empty={backups.length === 0 && '还没有备份'}>
          {backups.map((backup) => {
            const { text, kind } = backupState(backup)
            return (
              <Line
                key={backup.id}
                title={
                  <>
                    <span className="num">{formatMinute(backup.started_at)}</span>
                    <Tag kind={kind}>{text}</Tag>
                  </>
                }
                text={[backupText(backup), verifiedText(backup), copyText(backup)].filter(Boolean).join('，')}
                note={backup.target}
              />
            )
          })}
        </Section>
        <Section title="定时任务" empty={jobs.length === 0 && '启动几分钟后开始运行'}>
          {jobs.map((job) => (
            <Line
              key={job.name}
              title={
                <>
                  {job.label}
                  {job.failures > 0 && <Tag kind="red">失败</Tag>}
                </>
              }
              text={jobText(job)}
              action={job.failures > 0 && <Retry name={job.name} label={job.label} />}
            />
          ))}
        </Section>
        <Section title="最近 10 分钟使用的人" empty={people.length === 0 && '没有人'}>
          {people.map(({ code, name, company, seen_at, devices }) => (
            <Line
              key={code}
              title={name}
              text={`${company}，${formatMinute(seen_at)}${devices > 1 ? `，${devices} 台设备` : ''}`}
            />
          ))}
        </Section>
        <Section title="最近一天较慢的语句" empty={slow.length === 0 && '没有'}>
          {slow.map(({ module, count: times, max_ms, at }) => (
            <Line
              key={module}
              title={<span className="num">{module}</span>}
              text={`${count(times)} 次，最长 ${count(max_ms)} 毫秒，最近 ${formatMinute(at)}`}
            />
          ))}
        </Section>
      </div>
    </>
  )
}

const Notices = ({ type, texts }: { type: 'error' | 'warning'; texts: readonly string[] }) =>
  texts.length > 0 && (
    <Alert
      className={styles.warnings}
      type={type}
      showIcon
      title={
        <ul>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      }
    />
  )

function Section({ title, empty, children }: { title: string; empty?: string | false; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {empty ? <p className={styles.empty}>{empty}</p> : <ul>{children}</ul>}
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <li className={styles.fact}>
    <span>{name}</span>
    <div>{children}</div>
  </li>
)

const Ready = ({ ok }: { ok: boolean }) => <Tag kind={ok ? 'green' : 'red'}>{ok ? '正常' : '不可用'}</Tag>

interface LineProps {
  title: ReactNode
  text: string
  note?: string
  action?: ReactNode
}

const Line = ({ title, text, note, action }: LineProps) => (
  <li className={styles.line}>
    <div>
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
      {note && <p className={styles.note}>{note}</p>}
    </div>
    {action}
  </li>
)

function Retry({ name, label }: { name: string; label: string }) {
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    try {
      await retryJob(name)
      toast.success('将在一分钟内重新执行')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button aria-label={`重试 ${label}`} loading={busy} onClick={() => void retry()}>
      重试
    </Button>
  )
}
