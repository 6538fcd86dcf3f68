/** Characters that control a terminal or change the direction of text. */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A text as one line, in which control characters are shown as escapes. */
export const escapeControls = (text: string): string =>
  text.replace(controls, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
