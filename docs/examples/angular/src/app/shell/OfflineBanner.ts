import { ChangeDetectionStrategy, Component } from '@angular/core'
import { injectOnline } from './online'

/** Says that there is no network; what is shown stays, and goes on by itself. */
@Component({
  selector: 'app-offline-banner',
  template: `
    <div role="status">
      @if (!online()) {
        <p>
          <strong>You are offline.</strong>
          What you see may be out of date; it goes on by itself when you are back.
        </p>
      }
    </div>
  `,
  styles: `
    :host {
      position: sticky;
      top: 0;
      z-index: 1;
      display: block;
    }

    p {
      padding: 0.5rem 1rem;
      border-bottom: 1px solid var(--notice-line);
      background: var(--notice);
      font-size: 0.875rem;
      text-align: center;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class OfflineBanner {
  protected readonly online = injectOnline()
}
