import { urlToHttpOptions } from 'node:url'

const { URL } = globalThis

/**
 * Replaces the modules `url` and whatwg-url, which node-fetch imports and which would print deprecation warnings in a
 * user's bundle. Based on the platform's `URL`. `.config/rolldown.config.js` substitutes this file for them.
 */
// oxlint-disable-next-line house/restricted-syntax -- node-fetch imports the default
export default {
  URL,
  /** The options of `http.request` for a URL, for which node-fetch uses `url.parse`. */
  parse: (url: string) => urlToHttpOptions(new URL(url)),
  format: ({ href }: { readonly href: string }): string => href,
}
