import { requestRecords } from '../payments/editor/approval/requests.ts'
import Editor from '../payments/editor/Editor.tsx'

const REQUESTS = requestRecords(true)

/** 新增付款申请 / 编辑付款申请: the payment's own editor. `code` null: a new request. */
export default function RequestEditor({ code, onClose }: { code: string | null; onClose: () => void }) {
  return <Editor records={REQUESTS} row={code === null ? null : { code }} onClose={onClose} />
}
