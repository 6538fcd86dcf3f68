import { ChangeDetectionStrategy, Component, computed } from '@angular/core'
import { toSignal } from '@angular/core/rxjs-interop'
import { isSome } from 'fp-ts/Option'
import { filter, map } from 'rxjs'
import { injectBank } from '../bank/injectBank'
import { injectOnline } from '../shell/online'

/** Says whether prices come: a watcher lives through failures, and tells them on `events$` alone. */
@Component({
  selector: 'app-live-sign',
  template: `<p role="status" [class]="state().tone">{{ state().text }}</p>`,
  styles: `
    p {
      padding: 0.25rem 0.75rem;
      border-radius: 1rem;
      background: var(--notice);
      font-size: 0.8125rem;
      font-weight: 500;
    }

    .live {
      background: var(--accent-wash);
      color: var(--accent);
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class LiveSign {
  readonly #online = injectOnline()
  readonly #isTroubled = toSignal(
    injectBank().events$.pipe(
      filter((event) => event._tag === 'Polled'),
      map(({ error }) => isSome(error)),
    ),
    { initialValue: false },
  )
  protected readonly state = computed(() => {
    if (!this.#online()) return { tone: 'paused', text: 'Paused while you are offline' }
    if (this.#isTroubled()) return { tone: 'paused', text: 'The bank does not answer; it is tried again' }
    return { tone: 'live', text: 'Live' }
  })
}
