const forms = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2,5}day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
]
/** The form without a zone, which `Date` would read as local time. */
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/

/** Parses a date in one of the three forms of HTTP, in milliseconds since 1970; `NaN` for any other text. */
export const parseHttpDate = (text = ''): number => {
  if (asctime.test(text)) return Date.parse(`${text} GMT`)
  return forms.some((form) => form.test(text)) ? Date.parse(text) : NaN
}
