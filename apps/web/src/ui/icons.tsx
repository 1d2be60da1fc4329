import { Icon, icon, path } from './icon.tsx'

// The login page's icons are in a file of their own, so that it loads no others.
export { IconEye, IconEyeOff, Logo } from './icon.tsx'

export const IconChevronDown = path('m5 8.5 7 7 7-7')
export const IconChevronUp = path('m5 15.5 7-7 7 7')
export const IconChevronLeft = path('m15.5 5-7 7 7 7')
export const IconChevronRight = path('m8.5 5 7 7-7 7')
export const IconPlus = path('M12 4v16M4 12h16')
export const IconMinus = path('M4 12h16')
export const IconClose = path('m5.5 5.5 13 13m0-13-13 13')
export const IconMenu = path('M4 6.5h16M4 12h16M4 17.5h16')
export const IconMore = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="12" cy="5" r="1.6" />
    <circle cx="12" cy="12" r="1.6" />
    <circle cx="12" cy="19" r="1.6" />
  </g>,
)
export const IconSearch = path('M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20.5 20.5')
export const IconFilter = path('M4 4.5h16l-6 7.5v7l-4-2.2V12L4 4.5Z')
export const IconSort = path('M8 4.5v15m-3.5-4 3.5 4 3.5-4M16 19.5v-15m-3.5 4 3.5-4 3.5 4')
export const IconDownload = path('M12 4v10.5m-4.5-4 4.5 4.5 4.5-4.5M4.5 16v3.5h15V16')
export const IconUpload = path('M12 15V4.5M7.5 8.8 12 4.3l4.5 4.5M4.5 16v3.5h15V16')
export const IconPrint = path('M7 8.5V4h10v4.5M7 17H4V8.5h16V17h-3M7 14h10v6H7v-6Z')
export const IconTrash = path('M4 6.5h16M9.5 6.5V4h5v2.5M6 6.5 7 20h10l1-13.5M10 10.5v5.5m4-5.5v5.5')
export const IconCopy = path('M9 9h11v11H9V9Zm-3.5 6H4V4h11v1.5')
export const IconPaste = path('M9 5H5.5v15.5h13V5H15M9 3.5h6v3.5H9v-3.5ZM9 12h6m-6 4h6')
export const IconEdit = path('M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5l-4.5 1Z')
export const IconSettings = path(
  'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-1.6-11h3.2l.5 2.3 1.7 1 2.2-.7 1.6 2.8-1.7 1.6v2l1.7 1.6-1.6 2.8-2.2-.7-1.7 1-.5 2.3h-3.2l-.5-2.3-1.7-1-2.2.7-1.6-2.8L6.1 13v-2L4.4 9.4 6 6.6l2.2.7 1.7-1 .5-2.3Z',
)
export const IconDensity = path('M6 4.5h12M6 19.5h12M12 8v8m-2-1.8 2 2 2-2m-4-4.4 2-2 2 2')
export const IconReload = path('M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.1m0-4.8v4.8h-4.8')
export const IconUndo = path('M8.5 5l-4 4 4 4M5 9h9.5a5 5 0 0 1 0 10H8')
export const IconZoomIn = path(
  'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20.5 20.5M10.5 7.8v5.4M7.8 10.5h5.4',
)
export const IconZoomOut = path(
  'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20.5 20.5M7.8 10.5h5.4',
)
export const IconFit = path('M4.5 9V4.5H9m6 0h4.5V9m0 6v4.5H15m-6 0H4.5V15')
export const IconRotateLeft = path('M5 4.5V9h4.5M5.2 9a7.5 7.5 0 1 1-.6 5')
export const IconRotateRight = path('M19 4.5V9h-4.5M18.8 9a7.5 7.5 0 1 0 .6 5')
export const IconLock = path('M5 11h14v9H5v-9Zm3 0V7.8a4 4 0 0 1 8 0V11m-4 3.7v2')
export const IconHelp = path(
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-2.5-11a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.8-1.1 1.7m0 2.6v.1',
)
export const IconInbox = path('M4 13.5 6.5 5h11l2.5 8.5V19H4v-5.5Zm0 0h4.5l1 2.5h5l1-2.5H20')
export const IconCamera = path(
  'M4 7.5h3.5L9 5h6l1.5 2.5H20v11.5H4V7.5Zm8 8.500a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400Z',
)
export const IconFile = path('M6 3.5h8l4 4V20.5H6v-17Zm8 0v4h4')
export const IconDevice = path('M3.5 5h17v11h-17V5ZM9 20h6m-3-4v4')
export const IconTable = path('M4 5h16v14H4V5Zm0 4.7h16M4 14.3h16M10 5v14')
export const IconBars = path('M4.5 4v16H20M8.5 16.5v-5m4 5v-9m4 9v-3')
export const IconPie = path('M12 3.5a8.5 8.5 0 1 0 8.5 8.5H12V3.5Zm3.5-.5a8.5 8.5 0 0 1 5.5 5.5h-5.5V3Z')
export const IconOffline = path(
  'M9.5 14.5 7.6 16.4a3 3 0 0 1-4.2-4.2l2.8-2.8m8.3.100 1.9-1.9a3 3 0 0 1 4.2 4.2l-2.8 2.8M8.5 4v2.5M4 8.5h2.5M15.5 20v-2.5m4.5-2h-2.5',
)
export const IconWarning = icon(
  <>
    <circle cx="12" cy="12" r="10" fill="currentColor" stroke="none" />
    <path d="M12 7v6" stroke="#fff" strokeWidth="2" />
    <path d="M12 16.8v.1" stroke="#fff" strokeWidth="2.4" />
  </>,
)

const CLEAR_MARK = (
  <>
    <circle cx="12" cy="12" r="9" fill="currentColor" stroke="none" />
    <path d="m8.8 8.8 6.4 6.4m0-6.4-6.4 6.4" stroke="#fff" />
  </>
)
/** Clears a field; for a button that has an accessible name. */
export const IconClear = () => <Icon size={14}>{CLEAR_MARK}</Icon>
/**
 * antd's button around the icon would be a stop of Tab between two fields; the keyboard clears by Delete (`pickerKeys.ts`). That of a select
 * is named “Clear”.
 */
const skipButton = (mark: SVGSVGElement | null): void => {
  const button = mark?.closest('button')
  button?.setAttribute('tabindex', '-1')
  if (button?.hasAttribute('aria-label')) button.setAttribute('aria-label', '清除')
}
/** The button of antd's fields that clears them. antd names it in English or not at all, so the icon has the accessible name. */
const CLEAR = (
  <Icon ref={skipButton} size={14} role="img" aria-hidden={false} aria-label="清除">
    {CLEAR_MARK}
  </Icon>
)

/** Replaces antd's icons, whose accessible names are English: `allowClear` of its fields. */
export const CLEARABLE = { clearIcon: CLEAR }
/** The same for fields that open a list. */
export const OPENS_LIST = { ...CLEARABLE, suffixIcon: <IconChevronDown size={14} /> }

const statusIcon = (color: string, mark: string) => (
  <span className="anticon">
    <Icon size={16} style={{ color: `var(${color})` }}>
      <circle cx="12" cy="12" r="9.5" fill="currentColor" stroke="none" />
      <path d={mark} stroke="#fff" strokeWidth={2} />
    </Icon>
  </span>
)
/** Icons of antd's messages, with the look of ours. */
export const MESSAGE_ICONS = {
  success: statusIcon('--green-text', 'm7.8 12.4 3 3 5.6-6.2'),
  warning: statusIcon('--amber', 'M12 7v6.2m0 3v.2'),
  error: statusIcon('--red', 'm8.8 8.8 6.4 6.4m0-6.4-6.4 6.4'),
}
