import { inject, Pipe, type PipeTransform } from '@angular/core'
import { Language } from '../language/Language'

/**
 * An amount of money, as a number or an exact decimal, in the language that is chosen: `{{ balance | amount: 'EUR' }}`; a
 * dash for anything else.
 */
@Pipe({ name: 'amount', pure: false })
export class Amount implements PipeTransform {
  readonly #language = inject(Language)
  readonly #formats = new Map<string, Intl.NumberFormat>()

  transform(value: unknown, currency: unknown): string {
    if (typeof value !== 'number' && typeof value !== 'string') return '–'
    return this.#format(this.#language.locale(), typeof currency === 'string' ? currency : '')
      .format(value as number) // a text is shown to its last digit; older types know no text there
      .replace('-', '−')
  }

  /** Without a currency it is a plain number: which one it is, is not known. */
  #format(locale: string, currency: string): Intl.NumberFormat {
    const key = `${locale} ${currency}`
    const options = currency === '' ? { minimumFractionDigits: 2 } : ({ style: 'currency', currency } as const)
    const known = this.#formats.get(key) ?? new Intl.NumberFormat(locale, options)
    this.#formats.set(key, known)
    return known
  }
}
