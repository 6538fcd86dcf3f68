/** The page of `serveInspector`. */
import { showPage } from './showPage.js'

showPage(globalThis as unknown as Window & typeof globalThis).subscribe()
