import type { ComponentProps, ReactNode, SVGProps } from 'react'

/**
 * Line icons of one stroke width: antd's set would be loaded with every page and looks heavier than the text.
 * Hidden from screen readers, because they stand beside text; an icon-only button has an `aria-label`.
 */
export function Icon({
  children,
  size = 16,
  ...rest
}: ComponentProps<'svg'> & { size?: number; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none', verticalAlign: '-0.2em' }}
      {...rest}
    >
      {children}
    </svg>
  )
}

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number }

export const icon = (children: ReactNode) => (props: IconProps) => <Icon {...props}>{children}</Icon>
export const path = (d: string) => icon(<path d={d} />)

export const IconEye = path(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
)
export const IconEyeOff = path(
  'M4 4l16 16M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6 7.9A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-.9M9.9 9.9a3 3 0 0 0 4.2 4.2',
)

/** The product's logo: a ledger page with film perforations. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <rect x="1" y="1" width="30" height="30" rx="6" fill="var(--accent)" />
      <g fill="#fff">
        <rect x="6" y="7" width="4" height="4" rx="1" />
        <rect x="6" y="14" width="4" height="4" rx="1" />
        <rect x="6" y="21" width="4" height="4" rx="1" />
        <rect x="14" y="7.5" width="12" height="3" rx=".8" />
        <rect x="14" y="14.5" width="12" height="3" rx=".8" />
        <rect x="14" y="21.5" width="8" height="3" rx=".8" />
      </g>
    </svg>
  )
}
