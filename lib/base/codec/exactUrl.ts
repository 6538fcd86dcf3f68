/** The characters that `URL` removes, replaces or reinterprets: controls, spaces, invisible characters, backslashes. */
const alteredCharacters = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u

/** Whether a text has characters that `URL` does not keep. */
export const isAltered = (text: string): boolean => alteredCharacters.test(text)

/** The schemes after which `URL` adds missing slashes, while other parsers do not. */
const missingSlashes = /^(?:https?|wss?|ftp):(?!\/\/[^/])/i

/** Whether a text lacks the slashes after its scheme, or has more of them. */
export const lacksSlashes = (text: string): boolean => missingSlashes.test(text)

/**
 * Parses a URL; `undefined` if it has credentials, or characters that `URL` would add, remove or replace. For example, `URL`
 * accepts a line break, which would start another line in a header.
 */
export const exactUrl = (text: unknown, base?: string): URL | undefined => {
  if (typeof text !== 'string' || isAltered(text) || lacksSlashes(text) || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return url.username === '' && url.password === '' ? url : undefined
}
