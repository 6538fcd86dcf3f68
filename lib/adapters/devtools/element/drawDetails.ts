import type { ItemDetails } from '../itemDetails.js'
import { createElement } from './createElement.js'

/** Draws the details of the selected item. Other requests in them are buttons that select these requests. */
export const drawDetails = (
  container: Element,
  details: ItemDetails | undefined,
  select: (id: string) => void,
): void => {
  const shown = JSON.stringify(details ?? null)
  if (container.getAttribute('data-shown') === shown) return
  container.setAttribute('data-shown', shown)
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
