import { ChangeDetectionStrategy, Component, inject } from '@angular/core'
import { Language } from './Language'

/** Chooses one of the two languages. */
@Component({
  selector: 'app-language-switch',
  template: `
    <div role="group" aria-label="Language of categories and figures">
      @for (choice of choices; track choice.code) {
        <button
          type="button"
          [attr.aria-pressed]="language.code() === choice.code"
          [attr.aria-label]="choice.name"
          (click)="language.choose(choice.code)"
        >
          {{ choice.code }}
        </button>
      }
    </div>
  `,
  styles: `
    div {
      display: flex;
      padding: 2px;
      border: 1px solid var(--line);
      border-radius: 0.5rem;
    }

    button {
      min-height: 2rem;
      padding: 0.25rem 0.625rem;
      border: 0;
      border-radius: 0.375rem;
      background: none;
      color: var(--soft);
      font-size: 0.75rem;
      text-transform: uppercase;
    }

    [aria-pressed='true'] {
      background: var(--accent-wash);
      color: var(--accent);
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class LanguageSwitch {
  protected readonly language = inject(Language)
  protected readonly choices = [
    { code: 'en', name: 'English' },
    { code: 'fr', name: 'Français' },
  ] as const
}
