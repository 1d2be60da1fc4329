import { Fragment, type ReactNode, type RefObject, useId } from 'react'
import { Button } from '../../Button.tsx'
import { copyText } from '../../copy.ts'
import { toast } from '../../popup/toast.ts'
import styles from './ConflictNotice.module.css'
import { type ConflictReport, type ConflictRow, overwritten, shown } from './merge.ts'

interface BoxProps {
  box?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}
/** Takes the focus when it appears, because the pressed button is below the form. */
const Box = ({ box, children }: BoxProps) => (
  <section ref={box} tabIndex={-1} aria-label="同事的修改" className={styles.notice}>
    {children}
  </section>
)

interface Props {
  report: ConflictReport
  /** 11-24 00:27, where the record says so. */
  at?: string | undefined
  onChoose: (key: string, side: 'mine' | 'theirs') => void
  box?: RefObject<HTMLElement | null>
}

/** What a colleague saved meanwhile: fields that only they changed are taken over, fields that both changed are to be chosen. */
export function ConflictNotice({ report, at, onChoose, box }: Props) {
  const { rows, taken } = report
  const lost = overwritten(report)
  return (
    <Box box={box}>
      <p>
        <b>保存前，同事已修改该记录{at && <span className="num">（{at}）</span>}。</b>
        {rows.length > 0
          ? '以下内容你们都改过，请选择保留哪一个：'
          : taken.length > 0
            ? '对方的修改已填入表单，您填写的内容未变，请核对后再次保存。'
            : '您填写的内容与对方的修改没有冲突，请核对后再次保存。'}
      </p>
      {rows.length > 0 && (
        <div className={styles.rows}>
          {rows.map((row) => (
            <Choice key={row.key} row={row} onChoose={(side) => onChoose(row.key, side)} />
          ))}
        </div>
      )}
      {taken.length > 0 && (
        <p>
          已采用对方的修改：
          {taken.map(({ key, label, before, theirs }, index) => (
            <Fragment key={key}>
              {index > 0 && '；'}
              {label} {before !== null && `${shown(before)} → `}
              <b>{shown(theirs)}</b>
            </Fragment>
          ))}
        </p>
      )}
      {lost.length > 0 && (
        <p className="red">
          再次保存将覆盖他人的修改：
          {lost.map(({ label, theirs, mine }) => `${label} ${shown(theirs)} → ${shown(mine)}`).join('；')}
        </p>
      )}
    </Box>
  )
}

function Choice({ row, onChoose }: { row: ConflictRow; onChoose: (side: 'mine' | 'theirs') => void }) {
  const name = useId()
  const side = (value: 'mine' | 'theirs', words: string, text: string) => (
    <label className={styles.side}>
      <input type="radio" name={name} checked={row.chosen === value} onChange={() => onChoose(value)} />
      <span>
        {words} <b>{shown(text)}</b>
      </span>
    </label>
  )
  return (
    <fieldset className={styles.row}>
      <legend>{row.label}</legend>
      {side('mine', '保留我的', row.mine)}
      {side('theirs', '采用对方的', row.theirs)}
    </fieldset>
  )
}

interface GoneProps {
  /** Returns what was filled in, one field per line. */
  text: () => string
  box?: RefObject<HTMLElement | null>
  children?: ReactNode
}

/** The record was deleted meanwhile: nothing can be saved, and nothing that was typed is lost. */
export const GoneNotice = ({ text, box, children }: GoneProps) => (
  <Box box={box}>
    <p>
      <b>该记录已被删除，无法保存。</b>您填写的内容仍在下方，可复制后另行新增。
    </p>
    <p className={styles.actions}>
      <Button
        size="small"
        onClick={() =>
          void copyText(text()).then((done) =>
            done ? toast.success('已复制') : toast.error('无法复制，请选中文字后复制'),
          )
        }
      >
        复制填写的内容
      </Button>
      {children}
    </p>
  </Box>
)

/** The newer version could not be loaded yet. */
export const StaleNotice = ({
  text,
  onRetry,
  box,
}: {
  text: string
  /** Undefined: nothing to try again. */
  onRetry?: () => void
  box?: RefObject<HTMLElement | null>
}) => (
  <Box box={box}>
    <p>{text}</p>
    {onRetry && (
      <p className={styles.actions}>
        <Button size="small" onClick={onRetry}>
          查看最新内容
        </Button>
      </p>
    )}
  </Box>
)

/** The newer version is this form's own: the answer to its last save was lost. */
export const OwnNotice = ({ box }: { box?: RefObject<HTMLElement | null> }) => (
  <StaleNotice {...(box && { box })} text="上次提交的内容已保存成功；之后填写的内容尚未保存，请再次保存。" />
)
