/** The page of `serveInspector`, bundled by build.config.js. */
import { showPage } from './showPage.js'

showPage(globalThis as unknown as Window & typeof globalThis).subscribe()
