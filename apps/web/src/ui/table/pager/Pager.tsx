import { PAGE_SIZES } from '@pianzhang/contract/page'
import type { PaginationProps } from 'antd'
import { Pagination } from 'antd'
import { cloneElement, isValidElement } from 'react'

const NAMES: Record<string, string> = {
  prev: '上一页',
  next: '下一页',
  'jump-prev': '向前 5 页',
  'jump-next': '向后 5 页',
}

/** antd calls the arrows and dots of a pager by the English names of their icons. */
const namedArrows: NonNullable<PaginationProps['itemRender']> = (_page, type, element) =>
  NAMES[type] && isValidElement<{ 'aria-label'?: string }>(element)
    ? cloneElement(element, { 'aria-label': NAMES[type] })
    : element

interface Props {
  page: number
  size: number
  total: number
  onPage: (page: number, size: number) => void
  /** Page sizes to choose from; a single one cannot be changed. */
  sizes?: readonly number[] | undefined
}

/** Pager under a table; `CardPager` is the one for phones. */
export const Pager = ({ page, size, total, onPage, sizes = PAGE_SIZES }: Props) => (
  <Pagination
    size="small"
    current={page}
    pageSize={size}
    total={total}
    showSizeChanger={sizes.length > 1 && { showSearch: false, 'aria-label': '每页条数' }}
    pageSizeOptions={[...sizes]}
    itemRender={namedArrows}
    onChange={(next, nextSize) => onPage(nextSize === size ? next : 1, nextSize)}
  />
)

export const CardPager = ({
  page,
  size,
  total,
  onPage,
  className,
}: Props & { className?: string | undefined }) => (
  <Pagination
    className={className}
    simple
    current={page}
    pageSize={size}
    total={total}
    onChange={onPage}
    itemRender={namedArrows}
  />
)
