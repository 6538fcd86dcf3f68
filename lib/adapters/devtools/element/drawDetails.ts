import type { Details } from '../detailsOf.js'
import { make } from './make.js'

/** Draws what is known of the selected item; other requests in it are buttons that select them. */
export const drawDetails = (place: Element, details: Details | undefined, select: (id: string) => void): void => {
  const shown = JSON.stringify(details ?? null)
  if (place.getAttribute('data-shown') === shown) return
  place.setAttribute('data-shown', shown)
  if (details === undefined) {
    place.replaceChildren(make('p', {}, 'Select a request or a mark to see what is known of it.'))
    return
  }
  const lines = details.lines.flatMap(({ label, text, request }) => {
    if (request === undefined) return [make('dt', {}, label), make('dd', {}, text)]
    const link = make('button', { type: 'button', class: 'link' }, text)
    link.addEventListener('click', () => select(`request-${String(request)}`))
    return [make('dt', {}, label), make('dd', {}, link)]
  })
  place.replaceChildren(make('h3', {}, details.title), make('dl', {}, ...lines))
}
