/** Characters that control a terminal or change the direction of text. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A text as one line, in which control characters are shown as escapes. */
export const escaped = (text: string): string =>
  text.replace(steering, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
