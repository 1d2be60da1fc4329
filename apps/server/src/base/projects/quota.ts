import { Failure } from '../../platform/http/errors.ts'

/** The message to a company that may create no more projects; with a quota of 0 it has not bought its first one yet. */
export const quotaFull = (total: number): Failure =>
  total === 0 ? new Failure('quotaFull', '尚未购买项目，请购买后再创建。') : new Failure('quotaFull')
