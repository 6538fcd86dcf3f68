const textForms: ReadonlyArray<readonly [form: string, pattern: RegExp]> = [
  ['empty text', /^$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['time without milliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['time with other fractions', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z$/],
  ['time with an offset', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?[+-]\d\d:?\d\d$/],
  ['time without a zone', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/],
  ['UUID', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['integer in text', /^-?\d{1,30}$/],
  ['number in text', /^-?\d{1,30}\.\d{1,30}$/],
  ['URL', /^[a-z][a-z\d+.-]{1,20}:\/\//i],
  ['path', /^\//],
  ['email', /^[^\s@]{1,200}@[^\s@]{1,200}$/],
  ['IBAN', /^[A-Z]{2}\d\d[A-Z\d]{10,30}$/],
  ['word', /^[a-z]{1,40}(?:_[a-z]{1,40}){0,6}$/],
  ['upper-case word', /^[A-Z]{1,40}(?:_[A-Z]{1,40}){0,6}$/],
]

const formOfInteger = (value: number): string => {
  // Times since 1970 in seconds have ten digits, in milliseconds thirteen.
  const digits = String(Math.abs(value)).length
  return digits === 10 || digits === 13 ? `integer of ${String(digits)} digits` : 'integer'
}

/** The maximum length of a string whose form is examined; the form of a longer one is `text`. */
const maxLength = 500

/** The form of a value: one of a fixed list of words, which reveals nothing else about it. */
export const valueForm = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? formOfInteger(value) : 'number'
  if (typeof value !== 'string') return typeof value
  if (value.length > maxLength) return 'text'
  return textForms.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text'
}
