import { ChangeDetectionStrategy, Component, inject } from '@angular/core'
import { RouterLink } from '@angular/router'
import { parseConnectCallback } from 'rxbank/bridge'
import { Session } from '../session/Session'

/** Where a connect session sends the browser back to. */
@Component({
  selector: 'app-renewed',
  imports: [RouterLink],
  template: `
    @if (callback._tag === 'Left') {
      <h1>That did not work</h1>
      <p class="soft">What came back from the bank is incomplete, or is somebody else’s. Nothing was renewed.</p>
    } @else if (callback.right.success) {
      <h1>Renewed for half a year</h1>
      <p class="soft">Your bank goes on telling what is new.</p>
    } @else {
      <h1>You left before the end</h1>
      <p class="soft">Nothing was renewed. You were at the step {{ callback.right.step }}.</p>
    }
    <a routerLink="/consents" class="button">To the consents</a>
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
export class Renewed {
  protected readonly callback = parseConnectCallback(location.href, inject(Session).user()?.uuid ?? '')
}
