import { Modal } from 'antd'
import { useLayer } from '../../../ui/popup/layers.ts'
import styles from './ShortcutsDialog.module.css'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Enter', 'Tab'], '下一项；最后一项按 Enter 添加明细'],
  [['Shift+Tab'], '上一项'],
  [['Alt+N'], '添加明细'],
  [['Alt+C'], '复制当前明细'],
  [['Alt+↑', 'Alt+↓'], '上一条、下一条明细，停在同一项'],
  [['Delete'], '删除光标所在标签的明细；在选择框内清空所选'],
  [['Ctrl+V'], '把表格中复制的单元格粘贴为明细，或粘贴凭证图片'],
  [['Shift+Enter'], '摘要、备注内换行'],
  [['=12*30'], '金额可输入算式，离开时算出'],
  [['Ctrl+Enter'], '新增时保存并继续下一笔；编辑时保存'],
  [['Ctrl+S'], '保存并关闭'],
  [['Esc'], '关闭'],
]

/** Lists the keyboard shortcuts of the editor. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  useLayer(onClose)
  return (
    <Modal open centered width={480} title="键盘快捷键" footer={null} onCancel={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
