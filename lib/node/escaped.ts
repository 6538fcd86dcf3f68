/** What steers a terminal, or lets a text be read in another order. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A text of one line, whose control characters can be read. */
export const escaped = (text: string): string =>
  text.replace(steering, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
