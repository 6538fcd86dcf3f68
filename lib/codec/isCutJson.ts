const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/**
 * Whether a text is JSON that was cut off: it is empty, or what it opens it does not close. What is wrong between brackets
 * and quotes is not looked at. Takes time as the text is long, however deep it is nested.
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
