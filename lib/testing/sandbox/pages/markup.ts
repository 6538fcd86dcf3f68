/** Escaped HTML. */
export class Html {
  constructor(readonly text: string) {}
}

/** A value in HTML: text, which is escaped, HTML, or nothing. */
export type HtmlValue = Html | ReadonlyArray<Html> | string | number | undefined

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (char) => entities.get(char) ?? char)

const toText = (value: HtmlValue): string => {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeText(String(value))
}

/** A template tag for HTML. It escapes the values, so that they are safe as text and in quoted attributes. */
export const markup = (parts: TemplateStringsArray, ...values: ReadonlyArray<HtmlValue>): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(toText)))
