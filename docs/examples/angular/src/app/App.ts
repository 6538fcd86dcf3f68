import { ChangeDetectionStrategy, Component, DestroyRef, inject } from '@angular/core'
import { takeUntilDestroyed } from '@angular/core/rxjs-interop'
import { RouterLink, RouterOutlet } from '@angular/router'
import { LanguageSwitch } from './language/LanguageSwitch'
import { SandboxControls } from './sandbox/SandboxControls'
import { LogIn } from './session/LogIn'
import { Session } from './session/Session'
import { Navigation } from './shell/Navigation'
import { OfflineBanner } from './shell/OfflineBanner'

/** The login, or the app with its pages. */
@Component({
  selector: 'app-root',
  imports: [RouterOutlet, RouterLink, Navigation, OfflineBanner, LanguageSwitch, LogIn, SandboxControls],
  template: `
    <app-offline-banner />
    @if (session.user(); as user) {
      <header>
        <a routerLink="/" class="brand"
          ><img src="favicon.svg" alt="" width="28" height="28" /><span>Pocketbook</span></a
        >
        <app-navigation />
        <div class="person">
          <app-language-switch />
          <button type="button" class="plain" [title]="'You are ' + user.name" (click)="logOut()">Log out</button>
        </div>
      </header>
      <main #main tabindex="-1"><router-outlet (activate)="main.focus({ preventScroll: true })" /></main>
      <app-sandbox-controls />
    } @else {
      <app-log-in />
    }
  `,
  styleUrl: './App.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class App {
  readonly #destroyRef = inject(DestroyRef)
  protected readonly session = inject(Session)

  protected logOut(): void {
    this.session.logOut().pipe(takeUntilDestroyed(this.#destroyRef)).subscribe()
  }
}
