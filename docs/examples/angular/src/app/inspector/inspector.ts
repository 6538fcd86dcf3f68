import { createInspector, type Inspector } from 'rxbank/devtools'

/** False in a build for production, which by that has nothing of what stands behind it. */
declare const ngDevMode: boolean

/** What the client does, told while the app is developed. */
export const inspector: Inspector | undefined = ngDevMode ? createInspector() : undefined
