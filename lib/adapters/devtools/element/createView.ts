import { isNone } from 'fp-ts/lib/Option.js'
import { detailsOf } from '../detailsOf.js'
import type { Inspection } from '../Inspection.js'
import { layOut } from '../layOut.js'
import { emptyInspection } from '../reduce.js'
import { drawDetails } from './drawDetails.js'
import { drawLanes, drawLegend, leastPixels } from './drawLanes.js'
import { make } from './make.js'
import { moveFocus } from './moveFocus.js'

/** What the element shows. */
export interface View {
  readonly draw: (inspection: Inspection) => void
}

const spans = { 'all that is kept': Infinity, '10 seconds': 10_000, 'a minute': 60_000, '10 minutes': 600_000 }

const statusOf = ({ requests, dropped, last }: Inspection): string => {
  if (isNone(last)) return 'Nothing has happened yet.'
  const told = `${String(requests.length)} ${requests.length === 1 ? 'request' : 'requests'}, until ${last.value.toISOString()}`
  return dropped === 0 ? told : `${told}; ${String(dropped)} earlier entries were dropped`
}

/** Makes the parts of the element in a shadow root; `clear` is called for the button of this name. */
export const createView = (root: ShadowRoot, clear: () => void): View => {
  const freeze = make('button', { type: 'button', 'aria-pressed': 'false' }, 'Freeze')
  const clearing = make('button', { type: 'button' }, 'Clear')
  const options = Object.keys(spans).map((name) => make('option', { value: name }, name))
  const span = make('select', { 'aria-label': 'How much time is shown' }, ...options)
  const status = make('p', { class: 'status' })
  const axis = make('div', { class: 'axis', 'aria-hidden': 'true' })
  const lanes = make('div', { class: 'lanes' })
  const chart = make(
    'div',
    { class: 'chart', role: 'group', 'aria-label': 'Lanes of time', tabindex: '-1' },
    axis,
    lanes,
  )
  const legend = make('ul', { class: 'legend', 'aria-label': 'What the looks mean' })
  const details = make('section', { class: 'details', 'aria-live': 'polite', 'aria-label': 'Details' })
  const title = make('h2', {}, 'RxBank inspector')
  root.replaceChildren(
    make('div', { class: 'controls' }, title, span, freeze, clearing, status),
    chart,
    legend,
    details,
  )

  let shown: Inspection | undefined
  let latest: Inspection | undefined
  let selected: string | undefined

  const redraw = (): void => {
    if (shown === undefined) return
    const found = selected === undefined ? undefined : detailsOf(shown, selected)
    const related = found?.request === undefined ? undefined : `request-${String(found.request)}`
    const chosen = spans[span.value as keyof typeof spans]
    const width = Math.max(lanes.querySelector('.track')?.clientWidth ?? chart.clientWidth, 1)
    const layout = layOut(shown, chosen, (item) => (leastPixels(item) / width) * 100)
    drawLanes(axis, lanes, layout, { id: selected, related })
    drawLegend(legend, layout.legend)
    drawDetails(details, found, select)
    status.textContent = statusOf(shown)
  }
  const isFrozen = (): boolean => freeze.getAttribute('aria-pressed') === 'true'
  const draw = (inspection: Inspection): void => {
    latest = inspection
    if (!isFrozen()) shown = inspection
    redraw()
  }
  const select = (id: string): void => {
    selected = id
    redraw()
  }

  freeze.addEventListener('click', () => {
    freeze.setAttribute('aria-pressed', String(!isFrozen()))
    if (latest !== undefined) draw(latest)
  })
  clearing.addEventListener('click', () => {
    selected = undefined
    shown = emptyInspection
    clear()
    redraw()
  })
  span.addEventListener('change', redraw)
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
