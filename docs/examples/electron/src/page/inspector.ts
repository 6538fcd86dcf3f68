import { createInspector, defineInspector, type InspectorElement } from 'rxbank/devtools'
import { filter } from 'rxjs'
import { events$ } from './connection.js'
import { el } from './dom.js'

/**
 * A button in the corner, which opens what the client of the main process does. The page has its events alone, so causes
 * are told as far as these do.
 */
export const showInspector = (): void => {
  defineInspector()
  const inspector = createInspector()
  inspector.observe(events$.pipe(filter((event) => event._tag !== 'EventsDropped')))
  const panel = el('rxbank-inspector') as HTMLElement & InspectorElement
  panel.id = 'inspector'
  panel.hidden = true
  panel.inspector = inspector
  const button = el('button', '', 'Inspect')
  button.setAttribute('aria-controls', panel.id)
  button.addEventListener('click', () => {
    panel.hidden = !panel.hidden
    button.textContent = panel.hidden ? 'Inspect' : 'Close the inspector'
    button.setAttribute('aria-expanded', String(!panel.hidden))
  })
  button.setAttribute('aria-expanded', 'false')
  document.body.append(el('aside', 'inspector', panel, button))
}
