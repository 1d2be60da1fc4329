import { useSite } from '../../../platform/session/site.ts'
import styles from './buy.module.css'

/** 常见问题. */
export function Questions() {
  const site = useSite()
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions">常见问题</h2>
      <ul>
        <li>付款后3个月内可申请开具增值税普通发票或专用发票。</li>
        <li>银行转账通常当天或次个工作日开通。</li>
        <li>每个项目自创建起可使用3年，账号数和文件容量不限。</li>
        {site?.hotline && (
          <li>
            客服电话 <b className="num">{site.hotline}</b>
          </li>
        )}
      </ul>
    </section>
  )
}
