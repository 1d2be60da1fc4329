import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react'
import { IconClose, OPENS_LIST } from '../icons.tsx'
import { CARDS, useMedia } from '../page/useMedia.ts'
import './antd.css'
import { bindPickerKeys } from './pickerKeys.ts'
import { theme } from './theme.ts'

const Within = createContext(false)

/** Theme and locale of parts built with antd. Not around the whole page, whose frame and rows are drawn before antd is loaded. */
export function Antd({ children }: { children: ReactNode }) {
  return use(Within) ? children : <Provider>{children}</Provider>
}

function Provider({ children }: { children: ReactNode }) {
  useEffect(bindPickerKeys, [])
  return (
    <Within value={true}>
      <ConfigProvider
        locale={zhCN}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
        select={OPENS_LIST}
        modal={{ closeIcon: <IconClose /> }}
        theme={useTheme()}
      >
        {children}
      </ConfigProvider>
    </Within>
  )
}

function useTheme() {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const contrast = useMedia('(prefers-contrast: more)')
  const thumbs = useMedia(CARDS)
  return useMemo(
    () => ({
      ...theme,
      token: {
        ...theme.token,
        motion: !still,
        ...(thumbs ? { controlHeight: 40 } : {}),
        ...(contrast ? { colorBorder: '#767C7D', colorTextPlaceholder: '#565C5D' } : {}),
      },
    }),
    [still, contrast, thumbs],
  )
}
