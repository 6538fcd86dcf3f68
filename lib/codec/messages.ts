/**
 * A text for people, such as what was expected of an option. In bundles for browsers its code stands in its place,
 * unless they are made with the condition `development`; `messages.js` gives the codes.
 * For words that are looked up in a table, as `words(reasons[reason])`, it is the key.
 */
// @__NO_SIDE_EFFECTS__
export function words(text: string): string {
  return text
}

/**
 * A text for people that takes code to make. In bundles for browsers there is none, unless they are made with the
 * condition `development`.
 */
// @__NO_SIDE_EFFECTS__
export const inWords = (explain: () => string): string => explain()

/**
 * The end of a message: where codes are explained. Where the texts stand whole, there is nothing to explain.
 */
// @__NO_SIDE_EFFECTS__
export const explanation = (): string => ''
