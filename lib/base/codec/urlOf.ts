/** What `URL` takes away, replaces or reads as something else: controls, spaces, invisible characters, and backslashes. */
const altered = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u

/** Whether a text has characters that `URL` does not keep. */
export const isAltered = (text: string): boolean => altered.test(text)

/** The schemes to which `URL` adds slashes that are not there, unlike other readers of the text. */
const withoutSlashes = /^(?:https?|wss?|ftp):(?!\/\/[^/])/i

/** Whether a text lacks the slashes after its scheme, or has more of them. */
export const lacksSlashes = (text: string): boolean => withoutSlashes.test(text)

/**
 * The URL that a text is, if it is that URL as it stands: without credentials, and without characters that `URL` adds,
 * removes or replaces. A line break in a text that `URL` accepts would end up in a header, where it begins another one.
 */
export const urlOf = (text: unknown, base?: string): URL | undefined => {
  if (typeof text !== 'string' || isAltered(text) || lacksSlashes(text) || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return url.username === '' && url.password === '' ? url : undefined
}
