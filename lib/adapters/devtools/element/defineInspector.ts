import { audit, type MonoTypeOperatorFunction, Observable, type Subscription } from 'rxjs'
import type { Inspector } from '../createInspector.js'
import { createView, type View } from './createView.js'

const nextFrame = new Observable<void>((subscriber) => {
  const frame = requestAnimationFrame(() => subscriber.next())
  return () => cancelAnimationFrame(frame)
})

/** Emits the latest value once for each frame that the browser draws. */
const oncePerFrame = <A>(): MonoTypeOperatorFunction<A> => audit(() => nextFrame)

/** The style sheet of the element's shadow root. It is not inline, so that a strict CSP allows it. */
const inspectorStyles = `
:host { --ground: light-dark(#fff, #12181f); --panel: light-dark(#f4f6f8, #1b232c); --ink: light-dark(#17212b, #e6edf3);
  --faint: light-dark(#52606d, #a3b1bf); --line: light-dark(#d3dae1, #34404c); --accent: light-dark(#0b5fb0, #79b8ff);
  --good: light-dark(#1d7a46, #5cc98a); --note: light-dark(#5b6b7b, #9fb0c0); --warning: light-dark(#9a5b00, #e0a94a);
  --warning-2: light-dark(#6b3d00, #b98426); --limited: light-dark(#6f42c1, #c9a9ff); --limited-2: light-dark(#4b2a8c, #9c79d8);
  --stopped: var(--ink); --failure: light-dark(#b3261e, #ff8a80); --next: var(--accent);
  display: block; color: var(--ink); background: var(--ground); font: 14px/1.45 system-ui, sans-serif;
  border: 1px solid var(--line); border-radius: 8px; overflow: hidden; min-width: 0; color-scheme: light dark }
:host([hidden]) { display: none }
* { box-sizing: border-box }
.controls { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 10px 12px; background: var(--panel);
  border-bottom: 1px solid var(--line) }
h2 { font-size: 15px; margin: 0; flex: 1 1 8em }
h3 { font-size: 14px; margin: 0 0 6px; overflow-wrap: anywhere }
p { margin: 0 }
.controls button, select { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line);
  border-radius: 6px; padding: 3px 10px; min-height: 30px }
.controls button[aria-pressed=true] { background: var(--accent); color: var(--ground); border-color: var(--accent) }
.status { color: var(--faint); font-size: 12px; flex: 1 0 100% }
.chart { max-height: 60vh; overflow: hidden auto; padding: 4px 12px 8px }
.chart:not(:has(.item)) .axis { display: none }
.axis { position: sticky; top: 0; z-index: 2; height: 20px; margin: 0 16px 0 148px; background: var(--ground) }
.axis::before { content: ''; position: absolute; inset: 0 -28px 0 -160px; background: var(--ground);
  border-bottom: 1px solid var(--line) }
.tick { position: absolute; font-size: 11px; color: var(--faint); white-space: nowrap; padding-left: 4px;
  border-left: 1px solid var(--line); height: 20px; line-height: 20px }
.tick.last { transform: translateX(-100%); padding: 0 4px 0 0; border-left: 0; border-right: 1px solid var(--line) }
.lane { display: grid; grid-template-columns: 140px minmax(0, 1fr); gap: 8px; padding: 4px 0;
  border-bottom: 1px solid var(--line) }
.lane:last-child { border-bottom: 0 }
.name { font-size: 12px; line-height: 24px; overflow-wrap: anywhere }
.track { position: relative; margin-right: 16px; min-height: 26px }
.item { position: absolute; height: 24px; padding: 0; font: 700 11px/22px system-ui, sans-serif; cursor: pointer;
  border-radius: 4px; border: 1px solid var(--tone); color: var(--tone); background: var(--ground); overflow: hidden;
  white-space: nowrap }
.bar { min-width: 18px; letter-spacing: -0.5px; color: var(--ground); background: var(--tone); text-align: left; padding: 0 2px }
.bar.warning { background: repeating-linear-gradient(135deg, var(--warning) 0 6px, var(--warning-2) 6px 9px) }
.bar.limited { background: repeating-linear-gradient(90deg, var(--limited) 0 6px, var(--limited-2) 6px 9px) }
.bar.unsubscribe { color: var(--stopped); background: none; border: 2px dashed var(--stopped); line-height: 20px }
.mark { width: 16px; text-align: center; border-color: transparent; background: none; font-size: 14px }
.good, .complete { --tone: var(--good) }
.note, .subscribe { --tone: var(--note) }
.warning { --tone: var(--warning) }
.limited { --tone: var(--limited) }
.unsubscribe { --tone: var(--stopped) }
.failure, .error { --tone: var(--failure) }
.next { --tone: var(--next) }
.item[aria-pressed=true] { outline: 3px solid var(--accent); outline-offset: 1px; z-index: 1 }
.related { outline: 2px dashed var(--accent); outline-offset: 1px; z-index: 1 }
button:focus-visible, select:focus-visible, .chart:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px;
  z-index: 3 }
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; margin: 0; padding: 6px 12px; list-style: none; font-size: 12px;
  color: var(--faint); border-top: 1px solid var(--line) }
.legend:empty { display: none }
.swatch { display: inline-block; min-width: 18px; height: 16px; vertical-align: middle; text-align: center;
  font: 700 11px/14px system-ui, sans-serif; border: 1px solid var(--tone); border-radius: 4px; color: var(--tone) }
.swatch.bar { color: var(--ground); background-color: var(--tone) }
.swatch.bar.unsubscribe { color: var(--stopped); background: none; line-height: 12px }
.swatch.mark { border-color: transparent }
.details { padding: 10px 12px; background: var(--panel); border-top: 1px solid var(--line); min-height: 5em;
  max-height: 40vh; overflow: auto }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 12px; margin: 0;
  align-items: baseline }
dt { color: var(--faint) }
dd { margin: 0; overflow-wrap: anywhere }
.link { font: inherit; color: var(--accent); background: none; border: 0; padding: 0; min-height: 24px; cursor: pointer;
  text-align: left; text-decoration: underline }
@media (max-width: 480px) {
  h2 { flex-basis: 100% }
  .axis { margin-left: 0 }
  .details { max-height: none } dl { font-size: 13px }
  .lane { grid-template-columns: minmax(0, 1fr); gap: 0 } .name { line-height: 20px; color: var(--faint) } }
@media (forced-colors: active) { .item { border-color: currentColor } }
`

/** The property `inspector` of the element. Any object with `inspection$` and `clear` will do. */
export interface InspectorElement {
  inspector: Pick<Inspector, 'inspection$' | 'clear'> | undefined
}

const elementClass = () =>
  class extends HTMLElement implements InspectorElement {
    private source: InspectorElement['inspector']
    private view: View | undefined
    private subscription: Subscription | undefined

    get inspector(): InspectorElement['inspector'] {
      return this.source
    }

    set inspector(inspector: InspectorElement['inspector']) {
      this.source = inspector
      this.follow()
    }

    connectedCallback(): void {
      if (this.view === undefined) {
        const root = this.attachShadow({ mode: 'open' })
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(inspectorStyles)
        root.adoptedStyleSheets = [sheet]
        this.view = createView(root, () => this.source?.clear())
      }
      if (!this.hasAttribute('role')) this.setAttribute('role', 'region')
      if (!this.hasAttribute('aria-label')) this.setAttribute('aria-label', 'RxBank inspector')
      this.follow()
    }

    disconnectedCallback(): void {
      this.subscription?.unsubscribe()
    }

    private follow(): void {
      this.subscription?.unsubscribe()
      if (this.isConnected)
        this.subscription = this.source?.inspection$
          .pipe(oncePerFrame())
          .subscribe((inspection) => this.view?.draw(inspection))
    }
  }

/**
 * Defines the custom element `<rxbank-inspector>`, which draws the inspector in its property `inspector`. Does nothing if
 * it is already defined, or if there are no custom elements, as on a server.
 *
 * The element subscribes to `inspection$` while it is in a document, and draws at most once a frame. It sends no request,
 * and needs no source in a Content Security Policy except the one of your script. Its colors follow the system's scheme;
 * set the CSS property `color-scheme` of the element to choose another.
 *
 * @example
 * import { defineInspector } from 'rxbank/devtools'
 *
 * assert.deepStrictEqual(defineInspector(), undefined) // in a page: document.createElement('rxbank-inspector')
 */
export const defineInspector = (): void => {
  const name = 'rxbank-inspector'
  if (!('customElements' in globalThis) || customElements.get(name) !== undefined) return
  customElements.define(name, elementClass())
}
