/** Control and format characters (terminal, direction of text), line and paragraph separators, and lone surrogates. */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Returns the text as one line: control and format characters become escapes, such as `\u{1b}`. */
export const escapeControls = (text: string): string =>
  text.replace(controls, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
