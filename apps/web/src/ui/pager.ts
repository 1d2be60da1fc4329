import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement } from 'react'

const NAMES: Record<string, string> = { prev: '上一页', next: '下一页' }

/** antd calls the arrows of a pager by the English names of their icons. */
export const namedArrows: NonNullable<PaginationProps['itemRender']> = (_page, type, element) =>
  NAMES[type] && isValidElement<{ 'aria-label'?: string }>(element)
    ? cloneElement(element, { 'aria-label': NAMES[type] })
    : element
