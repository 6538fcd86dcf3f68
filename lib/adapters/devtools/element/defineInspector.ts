import type { Subscription } from 'rxjs'
import type { Inspector } from '../createInspector.js'
import { createView, type View } from './createView.js'
import { inspectorStyles } from './inspectorStyles.js'
import { oncePerFrame } from './oncePerFrame.js'

/** The own property of the element: the inspector to show. The element uses these two members. */
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
        this.subscription = this.source?.inspection$.pipe(oncePerFrame()).subscribe((now) => this.view?.draw(now))
    }
  }

/**
 * Defines the custom element `<rxbank-inspector>`, which draws the inspector in its property `inspector`. Does nothing if
 * it is already defined, or if there are no custom elements, as on a server.
 *
 * The element subscribes to `inspection$` while it is in a document, and draws at most once a frame. It sends no request,
 * and needs no source in a Content Security Policy except that of your script.
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
