import { filter, merge, type Observable, switchMap, take } from 'rxjs'
import { emitted } from './emitted.js'
import { fromListener } from './fromListener.js'
import type { NavigationStart, WebContentsLike } from './webContents.js'

const starts = (webContents: WebContentsLike): Observable<NavigationStart> =>
  fromListener<NavigationStart>(
    (listener) => webContents.on('did-start-navigation', listener),
    (listener) => webContents.off('did-start-navigation', listener),
  )

/**
 * Emits once when the page that a window shows at the moment of the subscription is gone: another document took its
 * place, its process ended, or the window was closed.
 *
 * A navigation takes the page away when it has ended at another document, as a download never does. Only one that
 * starts from now on counts: the port of a new page may come before its own navigation is told to have ended.
 */
export const pageGone = (webContents: WebContentsLike): Observable<unknown> =>
  merge(
    starts(webContents).pipe(
      filter(({ isMainFrame, isSameDocument }) => isMainFrame && !isSameDocument),
      switchMap(() => emitted('webContents', webContents, 'did-navigate')),
    ),
    emitted('webContents', webContents, 'render-process-gone', 'destroyed'),
  ).pipe(take(1))
