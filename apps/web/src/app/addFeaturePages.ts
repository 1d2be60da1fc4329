import { addFeatures, menuPages } from '../platform/session/menu.ts'
import { FeatureBar } from './FeatureBar.tsx'
import { FEATURE_PAGES, withFeaturePages } from './featurePages.ts'
import { addRoutes } from './router.tsx'

// Runs when it is imported, so once: before the page of the address is looked up (main.tsx), or when the first feature is switched on (App.tsx).
addRoutes(FEATURE_PAGES.map(({ route }) => route))
addFeatures(withFeaturePages(menuPages()), FeatureBar)
