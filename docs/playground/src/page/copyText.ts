/** Shows a text in a field, and copies it where the browser allows it; what it answers says what was done. */
export const copyText = async (field: HTMLTextAreaElement, text: string): Promise<string> => {
  field.value = text
  field.hidden = false
  try {
    await navigator.clipboard.writeText(text)
    return 'The test is copied.'
  } catch {
    field.focus()
    field.select()
    return 'Copy the test from its field.'
  }
}
