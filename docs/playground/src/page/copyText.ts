/** Shows a text in a field, and copies it where the browser allows it; returns what was done with `what`. */
export const copyText = async (field: HTMLTextAreaElement, what: string, text: string): Promise<string> => {
  field.value = text
  field.hidden = false
  try {
    await navigator.clipboard.writeText(text)
    return `The ${what} is copied.`
  } catch {
    field.focus()
    field.select()
    return `Copy the ${what} from its field.`
  }
}
