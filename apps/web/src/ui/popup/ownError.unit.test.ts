import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/api.ts'
import { OWN_ERROR, reportOwnError } from './ownError.ts'
import { toast } from './toast.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a mistake of the page is said and logged; what the call has said, and an aborted one, is not', () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue()
  const logged = vi.fn()
  vi.stubGlobal('reportError', logged)
  reportOwnError(new ApiError(500, 500, '服务器错误'))
  reportOwnError(new DOMException('', 'AbortError'))
  expect(said).not.toHaveBeenCalled()
  const mistake = new TypeError('x is undefined')
  reportOwnError(mistake)
  expect(said).toHaveBeenCalledExactlyOnceWith(OWN_ERROR)
  expect(logged).toHaveBeenCalledExactlyOnceWith(mistake)
})
