import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core'
import { injectStream } from 'rxbank/angular'
import { toArray } from 'rxjs'
import { injectBank } from '../bank/injectBank'
import { ErrorNote } from '../error/ErrorNote'
import { Language } from '../language/Language'
import { belowOf } from './belowOf'

const titles = { en: 'Categories', fr: 'Catégories' } as const

/** The categories of transactions, in the language that is chosen. */
@Component({
  selector: 'app-categories',
  imports: [ErrorNote],
  template: `
    <div class="page-head" [attr.lang]="language.code()">
      <h1>{{ title() }}</h1>
    </div>
    @if (categories.error(); as error) {
      <app-error-note [error]="error" (retry)="categories.reload()" />
    }
    @if (categories.value(); as shown) {
      <ul class="all" [attr.lang]="language.code()" [attr.aria-busy]="categories.isLoading()">
        @for (above of shown; track above.id) {
          <li class="card">
            <h2>{{ above.name }}</h2>
            <ul>
              @for (below of belowOf(above); track below.id) {
                <li class="soft">{{ below.name }}</li>
              }
            </ul>
          </li>
        }
      </ul>
    } @else if (categories.isLoading()) {
      <div class="ghost" aria-busy="true" aria-label="Loading"></div>
    }
  `,
  styles: `
    .all {
      columns: 3 16rem;
      column-gap: 1.25rem;
    }

    .card {
      margin-bottom: 1.25rem;
      padding: 1rem 1.25rem;
      break-inside: avoid;
    }

    h2 {
      margin-bottom: 0.375rem;
    }

    .soft {
      padding-block: 0.125rem;
      font-size: 0.9375rem;
    }

    .ghost {
      height: 36rem;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Categories {
  readonly #bank = injectBank()
  protected readonly language = inject(Language)
  protected readonly belowOf = belowOf
  protected readonly title = computed(() => titles[this.language.code()])
  protected readonly categories = injectStream(() =>
    this.#bank.categories.all({ language: this.language.code() }).pipe(toArray()),
  )
}
