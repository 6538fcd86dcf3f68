import { ChangeDetectionStrategy, Component } from '@angular/core'
import { RouterLink, RouterLinkActive } from '@angular/router'

const pages = [
  { path: '/', name: 'Overview', icon: 'M3 11.5 12 4l9 7.5M5.5 10v9.5h13V10' },
  { path: '/transactions', name: 'Transactions', icon: 'M4 7h13m-3-3 3 3-3 3M20 17H7m3-3-3 3 3 3' },
  { path: '/stocks', name: 'Stocks', icon: 'M3 17l6-6 4 3.5L21 6m-5 0h5v5' },
  { path: '/categories', name: 'Categories', icon: 'M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z' },
  { path: '/consents', name: 'Consents', icon: 'M6 3h9l4 4v14H6zM9 14l2.5 2.5L16 12' },
]

/** The ways to the pages: beside the brand where there is room, below the thumb on a phone. */
@Component({
  selector: 'app-navigation',
  imports: [RouterLink, RouterLinkActive],
  template: `
    <nav aria-label="Pages">
      @for (page of pages; track page.path) {
        <a
          [routerLink]="page.path"
          routerLinkActive="here"
          ariaCurrentWhenActive="page"
          [routerLinkActiveOptions]="{ exact: true }"
        >
          <svg viewBox="0 0 24 24" aria-hidden="true"><path [attr.d]="page.icon" /></svg>
          {{ page.name }}
        </a>
      }
    </nav>
  `,
  styles: `
    nav {
      display: flex;
      gap: 0.25rem;
    }

    a {
      padding: 0.5rem 0.75rem;
      border-radius: 0.5rem;
      color: var(--soft);
      font-size: 0.875rem;
      font-weight: 500;
      text-decoration: none;
    }

    a:hover,
    .here {
      color: var(--ink);
    }

    .here {
      background: var(--accent-wash);
      color: var(--accent);
    }

    svg {
      display: none;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.6;
      stroke-linecap: round;
      stroke-linejoin: round;
    }

    @media (max-width: 48rem) {
      nav {
        position: fixed;
        inset: auto 0 0;
        z-index: 1;
        display: grid;
        grid-template-columns: repeat(5, 1fr);
        gap: 0;
        padding: 0.25rem 0.25rem calc(0.25rem + env(safe-area-inset-bottom));
        border-top: 1px solid var(--line);
        background: var(--card);
      }

      a {
        display: grid;
        justify-items: center;
        gap: 0.125rem;
        padding: 0.375rem 0.125rem;
        font-size: 0.6875rem;
      }

      .here {
        background: none;
      }

      svg {
        display: block;
        width: 1.375rem;
        height: 1.375rem;
      }
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Navigation {
  protected readonly pages = pages
}
