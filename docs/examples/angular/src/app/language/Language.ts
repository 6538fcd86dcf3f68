import { computed, Injectable, signal } from '@angular/core'

/** The languages in which the service names categories. */
export type LanguageCode = 'en' | 'fr'

const locales = { en: 'en-IE', fr: 'fr-FR' } as const
const key = 'language'

/** The language of categories, figures and dates; kept on this machine. */
@Injectable({ providedIn: 'root' })
export class Language {
  readonly #code = signal<LanguageCode>(localStorage.getItem(key) === 'fr' ? 'fr' : 'en')

  readonly code = this.#code.asReadonly()
  readonly locale = computed(() => locales[this.#code()])

  choose(code: LanguageCode): void {
    this.#code.set(code)
    localStorage.setItem(key, code)
  }
}
