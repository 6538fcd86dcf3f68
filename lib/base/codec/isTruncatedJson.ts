const closing: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['{', '}'],
  ['[', ']'],
])

/**
 * Whether a text is JSON that was cut off: it is empty, or brackets or quotes are not closed. Other errors are not
 * detected. Takes linear time, however deeply the text is nested.
 */
export const isTruncatedJson = (text: string): boolean => {
  if (!/^\ufeff?\s*(?:[[{]|$)/.test(text)) return false
  const expectedClosings: Array<string | undefined> = []
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (isInString) {
      if (character === '\\') index++
      isInString = character !== '"'
    } else if (character === '"') isInString = true
    else if (closing.has(character)) expectedClosings.push(closing.get(character))
    else if (
      (character === '}' || character === ']') &&
      (expectedClosings.pop() !== character || expectedClosings.length === 0)
    )
      return false
  }
  return true
}
