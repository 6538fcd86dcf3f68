import { inject, Pipe, type PipeTransform } from '@angular/core'
import { Language } from '../language/Language'

/** An amount of money, in the language that is chosen: `{{ balance | amount: 'EUR' }}`. */
@Pipe({ name: 'amount', pure: false })
export class Amount implements PipeTransform {
  readonly #language = inject(Language)
  readonly #formats = new Map<string, Intl.NumberFormat>()

  transform(value: number | null | undefined, currency: string | null | undefined = 'EUR'): string {
    if (value === null || value === undefined) return '–'
    return this.#format(this.#language.locale(), currency ?? 'EUR')
      .format(value)
      .replace('-', '−')
  }

  #format(locale: string, currency: string): Intl.NumberFormat {
    const key = `${locale} ${currency}`
    const known = this.#formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
    this.#formats.set(key, known)
    return known
  }
}
