/** The host names that always mean this machine. */
export const localHostName = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The characters that `URL` removes, replaces or reinterprets: controls, spaces, invisible characters, backslashes. */
const alteredCharacters = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u

/** Whether a text has characters that `URL` would change. */
export const isAltered = (text: string): boolean => alteredCharacters.test(text)

/** A scheme that is not followed by exactly two slashes. `URL` corrects the slashes, other parsers do not. */
const wrongSlashes = /^(?:https?|wss?|ftp):(?!\/\/[^/])/i

/** Whether a text has fewer or more than two slashes after its scheme. */
export const hasWrongSlashes = (text: string): boolean => wrongSlashes.test(text)

/**
 * Parses a URL; `undefined` if it has credentials, or characters that `URL` would add, remove or replace. For example,
 * `URL` accepts a line break, which would start another line in a header.
 */
export const exactUrl = (text: unknown, base?: string): URL | undefined => {
  if (typeof text !== 'string' || isAltered(text) || hasWrongSlashes(text) || !URL.canParse(text, base))
    return undefined
  const url = new URL(text, base)
  return url.username === '' && url.password === '' ? url : undefined
}
