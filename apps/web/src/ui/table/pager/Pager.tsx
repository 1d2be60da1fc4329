import { PAGE_SIZES } from '@pianzhang/contract/page'
import { Pagination } from 'antd'
import { namedArrows } from './pager.ts'

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

export const CardPager = ({ page, size, total, onPage, className }: Props & { className: string }) => (
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
