import { filter, merge, type Observable, switchMap, take } from 'rxjs'
import { fromEmitter } from './fromEmitter.js'
import { fromListener } from './fromListener.js'
import type { NavigationStart, WebContentsLike } from './webContents.js'

const navigationStarts = (webContents: WebContentsLike): Observable<NavigationStart> =>
  fromListener<NavigationStart>(
    (listener) => webContents.on('did-start-navigation', listener),
    (listener) => webContents.off('did-start-navigation', listener),
  )

/**
 * Emits once when the page that a window shows at the moment of the subscription is unloaded: another document was
 * loaded, its process ended, or the window was closed.
 *
 * A navigation counts when it has ended at another document. A download begins like a navigation, but never ends like
 * one. Navigations that started before the subscription do not count, since a new page may send its port before
 * Electron emits the end of the navigation to that page.
 */
export const pageUnload = (webContents: WebContentsLike): Observable<unknown> =>
  merge(
    navigationStarts(webContents).pipe(
      filter(({ isMainFrame, isSameDocument }) => isMainFrame && !isSameDocument),
      switchMap(() => fromEmitter('webContents', webContents, 'did-navigate')),
    ),
    fromEmitter('webContents', webContents, 'render-process-gone', 'destroyed'),
  ).pipe(take(1))
