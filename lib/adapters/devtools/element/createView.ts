import { isNone } from 'fp-ts/lib/Option.js'
import type { Inspection } from '../Inspection.js'
import { emptyInspection } from '../reduceInspection.js'
import { itemDetails, type ItemDetails } from '../timelineItems.js'
import { timelineLayout } from '../timelineLayout.js'
import { createElement } from './createElement.js'
import { drawLanes, drawLegend, minPixels } from './drawLanes.js'

const center = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

const nearest = (items: ReadonlyArray<HTMLElement>, to: HTMLElement): HTMLElement | undefined => {
  const distance = (item: HTMLElement) => Math.abs(center(item) - center(to))
  return items.reduce<HTMLElement | undefined>(
    (best, item) => (best === undefined || distance(item) < distance(best) ? item : best),
    undefined,
  )
}

const itemsIn = (lane: Element | undefined): ReadonlyArray<HTMLElement> =>
  Array.from(lane?.querySelectorAll<HTMLElement>('.item') ?? [])

/** The item that a key moves the focus to: along the lane, to its ends, or to the nearest item of another lane. */
const moveFocus = (key: string, from: HTMLElement, lanes: ReadonlyArray<Element>): HTMLElement | undefined => {
  const lane = lanes.findIndex((element) => element.contains(from))
  const items = itemsIn(lanes[lane])
  const index = items.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return items[index + 1]
    case 'ArrowLeft':
      return items[index - 1]
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    case 'ArrowDown':
      return nearest(itemsIn(lanes[lane + 1]), from)
    case 'ArrowUp':
      return nearest(itemsIn(lanes[lane - 1]), from)
    default:
      return undefined
  }
}

/** Draws the details of the selected item. Each mention of another request is a button that selects it. */
const drawDetails = (container: Element, details: ItemDetails | undefined, select: (id: string) => void): void => {
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

/** The content of the element. */
export interface View {
  readonly draw: (inspection: Inspection) => void
}

const spans = { everything: Infinity, '10 seconds': 10_000, 'a minute': 60_000, '10 minutes': 600_000 }

const statusOf = ({ requests, dropped, last }: Inspection): string => {
  if (isNone(last)) return 'Nothing has happened yet.'
  const text = `${String(requests.length)} ${requests.length === 1 ? 'request' : 'requests'}, until ${last.value.toISOString()}`
  return dropped === 0 ? text : `${text}; ${String(dropped)} earlier entries were dropped`
}

/** Creates the content of the element in a shadow root. The button "Clear" calls `clear`. */
export const createView = (root: ShadowRoot, clear: () => void): View => {
  const freezeButton = createElement('button', { type: 'button', 'aria-pressed': 'false' }, 'Freeze')
  const clearButton = createElement('button', { type: 'button' }, 'Clear')
  const options = Object.keys(spans).map((name) => createElement('option', { value: name }, name))
  const spanSelect = createElement('select', { 'aria-label': 'Time span' }, ...options)
  const status = createElement('p', { class: 'status' })
  const axis = createElement('div', { class: 'axis', 'aria-hidden': 'true' })
  const lanes = createElement('div', { class: 'lanes' })
  const chart = createElement(
    'div',
    { class: 'chart', role: 'group', 'aria-label': 'Timeline', tabindex: '-1' },
    axis,
    lanes,
  )
  const legend = createElement('ul', { class: 'legend', 'aria-label': 'Legend' })
  const details = createElement('section', { class: 'details', 'aria-live': 'polite', 'aria-label': 'Details' })
  const title = createElement('h2', {}, 'RxBank inspector')
  root.replaceChildren(
    createElement('div', { class: 'controls' }, title, spanSelect, freezeButton, clearButton, status),
    chart,
    legend,
    details,
  )

  let shownInspection: Inspection | undefined
  let latest: Inspection | undefined
  let selected: string | undefined

  const redraw = (): void => {
    if (shownInspection === undefined) return
    const itemInfo = selected === undefined ? undefined : itemDetails(shownInspection, selected)
    const related = itemInfo?.request === undefined ? undefined : `request-${String(itemInfo.request)}`
    const span = spans[spanSelect.value as keyof typeof spans]
    const width = Math.max(lanes.querySelector('.track')?.clientWidth ?? chart.clientWidth, 1)
    const layout = timelineLayout(shownInspection, span, (item) => (minPixels(item) / width) * 100)
    drawLanes(axis, lanes, layout, { id: selected, related })
    drawLegend(legend, layout.legend)
    drawDetails(details, itemInfo, select)
    status.textContent = statusOf(shownInspection)
  }
  const isFrozen = (): boolean => freezeButton.getAttribute('aria-pressed') === 'true'
  const draw = (inspection: Inspection): void => {
    latest = inspection
    if (!isFrozen()) shownInspection = inspection
    redraw()
  }
  const select = (id: string): void => {
    selected = id
    redraw()
  }

  freezeButton.addEventListener('click', () => {
    freezeButton.setAttribute('aria-pressed', String(!isFrozen()))
    if (latest !== undefined) draw(latest)
  })
  clearButton.addEventListener('click', () => {
    selected = undefined
    shownInspection = emptyInspection
    clear()
    redraw()
  })
  spanSelect.addEventListener('change', redraw)
  lanes.addEventListener('click', ({ target }) => {
    const item = target instanceof HTMLElement ? target.closest<HTMLElement>('.item') : null
    if (item?.dataset.id !== undefined) select(item.dataset.id)
  })
  lanes.addEventListener('keydown', (event) => {
    const from = event.target instanceof HTMLElement ? event.target : undefined
    const to = from && moveFocus(event.key, from, Array.from(lanes.children))
    if (!to) return
    event.preventDefault()
    from.tabIndex = -1
    to.tabIndex = 0
    to.focus()
  })
  return { draw }
}
