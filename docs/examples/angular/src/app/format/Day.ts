import { inject, Pipe, type PipeTransform } from '@angular/core'
import { Language } from '../language/Language'

const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/**
 * A date without a time of day, such as `2026-01-31`, in the language that is chosen: `{{ date | day }}`, or with its year
 * `{{ date | day: 'numeric' }}`.
 */
@Pipe({ name: 'day', pure: false })
export class Day implements PipeTransform {
  readonly #language = inject(Language)

  transform(value: unknown, year?: 'numeric'): string {
    if (typeof value !== 'string') return ''
    return new Date(value).toLocaleDateString(this.#language.locale(), { ...options, ...(year && { year }) })
  }
}
