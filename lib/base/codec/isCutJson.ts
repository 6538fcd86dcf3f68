const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/**
 * Whether a text is JSON that was cut off: it is empty, or brackets or quotes are not closed. Other errors are not
 * detected. Takes linear time, however deeply the text is nested.
 */
export const isCutJson = (text: string): boolean => {
  if (!/^\ufeff?\s*(?:[[{]|$)/.test(text)) return false
  const open: Array<string | undefined> = []
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at)
    if (isInString) {
      if (mark === '\\') at++
      isInString = mark !== '"'
    } else if (mark === '"') isInString = true
    else if (mark in closing) open.push(closing[mark])
    else if ((mark === '}' || mark === ']') && (open.pop() !== mark || open.length === 0)) return false
  }
  return true
}
