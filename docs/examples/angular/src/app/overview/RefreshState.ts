import { ChangeDetectionStrategy, Component, computed, input, output } from '@angular/core'
import type { RefreshStatus } from 'rxbank'
import { injectStream } from 'rxbank/angular'
import { repeat, tap } from 'rxjs'
import { injectUser } from '../bank/injectBank'
import { rhythm } from '../bank/rhythm'
import { ConnectBank } from '../connect/ConnectBank'
import { Time } from '../format/Time'
import { refreshWords } from './refreshWords'

/** Follows the refreshes of an item, one after the other, as long as it is shown. */
@Component({
  selector: 'app-refresh-state',
  imports: [ConnectBank, Time],
  template: `
    @if (words(); as words) {
      <p [class]="words.tone" role="status">
        {{ words.text }}
        @if (words.tone === 'good') {
          <span class="when">{{ refreshedAt() | time }}</span>
        }
      </p>
      @if (words.action; as action) {
        <app-connect-bank [itemId]="itemId()" [label]="action" />
      }
    } @else if (refresh.error()) {
      <p class="bad">
        Its state is not known. <button type="button" class="plain" (click)="refresh.reload()">Ask again</button>
      </p>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.25rem 0.75rem;
      min-height: 1.5rem;
      color: var(--soft);
      font-size: 0.8125rem;
    }

    p::before {
      content: '';
      display: inline-block;
      width: 0.5rem;
      height: 0.5rem;
      margin-inline-end: 0.5rem;
      border-radius: 50%;
      background: currentColor;
    }

    .good::before {
      color: var(--up);
    }

    .bad {
      color: var(--down);
    }

    .busy {
      color: var(--accent);
    }

    .busy::before {
      animation: breathe 1.2s ease-in-out infinite alternate;
    }

    @keyframes breathe {
      to {
        opacity: 0.2;
      }
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RefreshState {
  readonly #user = injectUser()
  readonly itemId = input.required<number>()
  /** A refresh has ended that was seen to run: there may be new data. */
  readonly refreshed = output()

  protected readonly refresh = injectStream(() =>
    this.#user.items.watchRefresh(this.itemId(), { every: rhythm.refresh }).pipe(
      repeat({ delay: rhythm.nextRefresh }),
      tap((status) => this.#follow(status)),
    ),
  )
  protected readonly words = computed(() => {
    const refresh = this.refresh.value()
    return refresh === undefined ? undefined : refreshWords(refresh)
  })
  protected readonly refreshedAt = computed(() => this.refresh.value()?.refreshed_at)
  #wasRunning = false

  #follow(status: RefreshStatus): void {
    const isRunning = refreshWords(status).tone === 'busy'
    if (this.#wasRunning && !isRunning) this.refreshed.emit()
    this.#wasRunning = isRunning
  }
}
