import { urlToHttpOptions } from 'node:url'

const { URL } = globalThis

/**
 * What node-fetch imports from `url` and from whatwg-url, made of the platform's `URL`. In a user's bundle those two would
 * print deprecation warnings. `.config/rolldown.config.js` puts this in their place.
 */
// oxlint-disable-next-line house/restricted-syntax -- node-fetch imports the default
export default {
  URL,
  /** The options of `http.request` for a URL, for which node-fetch uses `url.parse`. */
  parse: (url: string) => urlToHttpOptions(new URL(url)),
  format: ({ href }: { readonly href: string }): string => href,
}
