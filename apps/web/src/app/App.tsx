import type { Profile } from '@pianzhang/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ConfigProvider, App as Feedback } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { StrictMode, useMemo } from 'react'
import '../ui/antd.css'
import { sweepDrafts } from '../platform/drafts.ts'
import { type Preferences, primePreferences } from '../platform/preferences.ts'
import { queryClient } from '../platform/query.ts'
import { profileQuery } from '../platform/session.ts'
import { tabProject } from '../platform/tab.ts'
import { IconClose, OPENS_LIST } from '../ui/icons.tsx'
import { bindFeedback } from '../ui/toast.ts'
import { CARDS, useMedia } from '../ui/useMedia.ts'
import { startFailures } from './failures.ts'
import { router } from './router.tsx'
import { theme } from './theme.ts'

dayjs.locale('zh-cn')

/** Everything behind the login. `profile` and `preferences` were loaded while this code was on its way. */
export function App({ profile, preferences }: { profile: Profile; preferences: Preferences }) {
  return (
    <StrictMode>
      <QueryClientProvider client={useClient(profile, preferences)}>
        <ConfigProvider
          locale={zhCN}
          button={{ autoInsertSpace: false }}
          wave={{ disabled: true }}
          select={OPENS_LIST}
          modal={{ closeIcon: <IconClose /> }}
          theme={useTheme()}
        >
          <Feedback message={{ maxCount: 3 }}>
            <Bind />
            <RouterProvider router={router} />
          </Feedback>
        </ConfigProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}

/** The profile is that of the project in the address, else of the tab's, else of the one the person was in last. */
function useClient(profile: Profile, preferences: Preferences) {
  return useMemo(() => {
    queryClient.setQueryData(profileQuery.queryKey, profile)
    primePreferences(preferences)
    tabProject.set(profile.current_project?.code ?? null)
    sweepDrafts(profile.code)
    startFailures()
    return queryClient
  }, [profile, preferences])
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

/** Hands antd's feedback functions, which need the context, to code that has none. */
function Bind() {
  bindFeedback(Feedback.useApp())
  return null
}
