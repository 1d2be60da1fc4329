/**
 * Every failure of the API: its code and text in the envelope, and the HTTP status it is sent with. Business codes (50008, 300009 …)
 * are sent with status 200, as the API's clients read them from the body.
 */
export const FAILURES = {
  brokenJson: { http: 400, code: 400, msg: '请求格式错误' },
  unauthorized: { http: 401, code: 401, msg: '登录状态已失效，请重新登录。' },
  tokenForm: { http: 200, code: 50008, msg: '登录状态已失效，请重新登录。' },
  sessionEnded: { http: 200, code: 50012, msg: '登录状态已失效，请重新登录。' },
  sessionExpired: { http: 200, code: 50014, msg: '登录状态已失效，请重新登录。' },
  forbidden: { http: 403, code: 403, msg: '您没有权限进行此操作' },
  featureOff: { http: 403, code: 403, msg: '该功能未启用' },
  passwordChange: { http: 403, code: 403, msg: '请先修改初始密码' },
  secondFactorDue: { http: 403, code: 403, msg: '请先设置两步验证' },
  secondFactor: { http: 403, code: 300012, msg: '请输入动态码' },
  crossSite: { http: 403, code: 403, msg: '请求来源不被允许' },
  notFound: { http: 404, code: 404, msg: '数据不存在或已被删除' },
  noRoute: { http: 404, code: 404, msg: '接口不存在' },
  method: { http: 405, code: 405, msg: '请求方法不被支持' },
  mediaType: { http: 415, code: 415, msg: '请求内容类型不被支持' },
  invalid: { http: 422, code: 422, msg: '提交的内容有误，请检查' },
  stale: { http: 409, code: 409, msg: '该记录已被他人修改，请刷新后重试。' },
  tooLarge: { http: 413, code: 413, msg: '提交的内容过大' },
  tooMany: { http: 429, code: 429, msg: '操作过于频繁，请稍后再试' },
  locked: { http: 429, code: 429, msg: '尝试次数过多，请15分钟后再试。' },
  noProject: { http: 200, code: 300009, msg: '请先选择项目' },
  quotaFull: { http: 200, code: 300010, msg: '项目数量已用完，请购买项目后再创建。' },
  archived: { http: 200, code: 300011, msg: '项目已归档，仅可查看和导出。' },
  expired: { http: 200, code: 300011, msg: '项目已到期，仅可查看和导出。' },
  stopped: { http: 200, code: 503, msg: '服务已停止，请联系管理员' },
  storageFull: { http: 507, code: 507, msg: '存储空间不足，请稍后重试或联系管理员' },
  unavailable: { http: 503, code: 503, msg: '服务暂时不可用，请稍后重试' },
  fault: { http: 500, code: 500, msg: '系统出现错误，请稍后重试' },
} as const

export type FailureName = keyof typeof FAILURES

export const DONE = '操作成功'
export const DELETED = '删除成功'

/** One wrong field: `field` is a path such as `cost_execution_details[1].pay_amount`, `message` is shown beside it. */
export interface FieldError {
  field: string
  message: string
}

/** The path of a zod issue in the API's notation: `['cost_execution_details', 1, 'pay_amount']` → `cost_execution_details[1].pay_amount`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  )
}
