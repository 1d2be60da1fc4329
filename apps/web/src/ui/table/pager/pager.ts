import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement } from 'react'

const NAMES: Record<string, string> = {
  prev: '上一页',
  next: '下一页',
  'jump-prev': '向前 5 页',
  'jump-next': '向后 5 页',
}

/** antd calls the arrows and dots of a pager by the English names of their icons. */
export const namedArrows: NonNullable<PaginationProps['itemRender']> = (_page, type, element) =>
  NAMES[type] && isValidElement<{ 'aria-label'?: string }>(element)
    ? cloneElement(element, { 'aria-label': NAMES[type] })
    : element
