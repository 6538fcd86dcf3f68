import type { Signal } from '@angular/core'
import { toSignal } from '@angular/core/rxjs-interop'
import { fromEvent, map, merge, startWith } from 'rxjs'

/** Whether the browser has a network, as long as the injector lives. */
export const injectOnline = (): Signal<boolean> =>
  toSignal(
    merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).pipe(
      startWith(null),
      map(() => navigator.onLine),
    ),
    { requireSync: true },
  )
