import { path } from '../../../ui/icon.tsx'

export const IconWarning = path(
  'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17Zm0 4.500v5m0 2.800v.2',
)
