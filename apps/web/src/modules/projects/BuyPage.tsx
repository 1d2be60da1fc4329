import { useSite } from '../../platform/session/site.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import styles from './buy.module.css'

/** 购买项目, until orders can be placed here: what it costs and whom to call. The operator grants the quota (`company:grant`). */
export default function BuyPage() {
  const site = useSite()
  return (
    <>
      <PageHead title="购买项目" />
      <PageBody>
        <section className={styles.panel}>
          <dl className={styles.prices}>
            <dt>项目单价</dt>
            <dd className="num">1,800 元/个</dd>
            <dt>优惠单价</dt>
            <dd>
              <span className="num">1,000 元/个</span>（超过<span className="num">10</span>个的部分）
            </dd>
          </dl>
          {site?.hotline && (
            <p className={styles.hotline}>
              客服电话 <b className="num">{site.hotline}</b>
            </p>
          )}
          <ul className={styles.notes}>
            <li>付款后3个月内可申请开具增值税普通发票或专用发票。</li>
            <li>银行转账通常当天或次个工作日开通。</li>
            <li>每个项目自创建起可使用3年，账号数和文件容量不限。</li>
          </ul>
        </section>
      </PageBody>
    </>
  )
}
