import { lazyDialog } from '../code/lazy.tsx'

/** ImagePreview, whose code is fetched when the first picture is opened. */
export const LazyPreview = lazyDialog(() => import('./ImagePreview.tsx'))
