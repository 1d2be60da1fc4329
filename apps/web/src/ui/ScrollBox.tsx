import type { ReactNode } from 'react'

interface Props {
  /** What is in it, for screen readers. */
  label: string
  /** A list is one itself, so that its entries stay its children. */
  as?: 'section' | 'ul'
  className: string | undefined
  children: ReactNode
}

/** A box with more in it than it shows: Tab stops at it, so that the arrow keys scroll it. */
export const ScrollBox = ({ label, as: Box = 'section', className, children }: Props) => (
  <Box className={className} aria-label={label} tabIndex={0}>
    {children}
  </Box>
)
