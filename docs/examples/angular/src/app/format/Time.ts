import { inject, Pipe, type PipeTransform } from '@angular/core'
import { Language } from '../language/Language'

/** A time of day, in the language that is chosen. */
@Pipe({ name: 'time', pure: false })
export class Time implements PipeTransform {
  readonly #language = inject(Language)

  transform(value: unknown): string {
    if (!(value instanceof Date)) return ''
    return value.toLocaleTimeString(this.#language.locale(), { hour: '2-digit', minute: '2-digit' })
  }
}
