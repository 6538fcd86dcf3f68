import type { ItemDetails } from '../itemDetails.js'
import { createElement } from './createElement.js'

/** Draws the details of the selected item. Each mention of another request is a button that selects it. */
export const drawDetails = (
  container: Element,
  details: ItemDetails | undefined,
  select: (id: string) => void,
): void => {
  const detailsJson = JSON.stringify(details ?? null)
  if (container.getAttribute('data-shown') === detailsJson) return
  container.setAttribute('data-shown', detailsJson)
  if (details === undefined) {
    container.replaceChildren(createElement('p', {}, 'Select a request or a mark to see its details.'))
    return
  }
  const lines = details.lines.flatMap(({ label, text, request }) => {
    if (request === undefined) return [createElement('dt', {}, label), createElement('dd', {}, text)]
    const link = createElement('button', { type: 'button', class: 'link' }, text)
    link.addEventListener('click', () => select(`request-${String(request)}`))
    return [createElement('dt', {}, label), createElement('dd', {}, link)]
  })
  container.replaceChildren(createElement('h3', {}, details.title), createElement('dl', {}, ...lines))
}
