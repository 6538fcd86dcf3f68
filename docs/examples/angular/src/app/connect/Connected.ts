import { ChangeDetectionStrategy, Component, inject } from '@angular/core'
import { RouterLink } from '@angular/router'
import { parseBankFormCallback } from 'rxbank'
import { RefreshState } from '../overview/RefreshState'
import { Session } from '../session/Session'

/** Where the bank form sends the browser back to. */
@Component({
  selector: 'app-connected',
  imports: [RouterLink, RefreshState],
  template: `
    @if (callback._tag === 'Right') {
      <h1>Back from the bank</h1>
      <p class="soft">What you said there is tried now. You need not wait here.</p>
      <app-refresh-state [itemId]="callback.right.item_id" />
    } @else {
      <h1>That did not work</h1>
      <p class="soft">What came back from the bank is incomplete, or is somebody else’s. Nothing was connected.</p>
    }
    <a routerLink="/" class="button">To the overview</a>
  `,
  styles: `
    :host {
      display: grid;
      justify-items: start;
      gap: 1rem;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Connected {
  protected readonly callback = parseBankFormCallback(location.href, inject(Session).user()?.uuid ?? '')
}
