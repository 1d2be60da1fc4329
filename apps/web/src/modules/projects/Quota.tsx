import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { BUY } from '../../platform/session/menu.ts'
import { useCan } from '../../platform/session/session.ts'
import { IconHelp } from '../../ui/icons.tsx'
import styles from './Quota.module.css'

/** Above this number a plain bar replaces the blocks. */
const MOST_BLOCKS = 10

const COUNTED = '已用数量包含已归档和已删除的项目'
const HINT = `${COUNTED}，购买项目可增加总数。`
/** For people who may not buy. */
const ASK = `${COUNTED}，可联系管理员购买项目。`

interface Props {
  used: number
  total: number
}

/** （已用 3 / 共 5）, a part of the page's title. */
export function QuotaWords({ used, total }: Props) {
  return (
    <span className={styles.words}>
      （已用 <b className="num">{used}</b> / 共 <b className="num">{total}</b>）
    </span>
  )
}

/** The quota as a picture: one block per project of the quota; beside it the link to buy more. */
export function Quota({ used, total }: Props) {
  const mayBuy = useCan()('order', 'read')
  const hint = mayBuy ? HINT : ASK
  return (
    <div className={styles.quota}>
      {total > MOST_BLOCKS ? (
        <span className={styles.bar} aria-hidden="true">
          <i style={{ width: `${Math.min(100, (used / total) * 100)}%` }} />
        </span>
      ) : (
        <span className={styles.blocks} aria-hidden="true">
          {[...Array(total).keys()].map((block) => (
            <i key={block} className={block < used ? styles.used : undefined} />
          ))}
        </span>
      )}
      <Tooltip title={hint}>
        <span className={styles.buy}>
          {mayBuy && (
            <Link to={BUY} className={styles.link}>
              购买项目
            </Link>
          )}
          <button type="button" className={styles.help} aria-label={hint}>
            <IconHelp />
          </button>
        </span>
      </Tooltip>
    </div>
  )
}
