/** What a browser has that Node lacks, for as long as a test runs. */
export interface BrowserPage {
  readonly show: (isShown: boolean) => void
  readonly connect: (isOnline: boolean) => void
  /** Fires an event at the window or, where it is one of a document's, there. */
  readonly fire: (...types: ReadonlyArray<string>) => void
  /** How many listeners there are. */
  readonly listeners: () => number
}

const ofDocument = new Set(['visibilitychange', 'resume'])

const countingTarget = () => {
  const target = new EventTarget()
  const counted = { listeners: 0 }
  return {
    counted,
    dispatchEvent: (event: Event) => target.dispatchEvent(event),
    addEventListener: (type: string, listener: (event: Event) => void) => {
      counted.listeners++
      target.addEventListener(type, listener)
    },
    removeEventListener: (type: string, listener: (event: Event) => void) => {
      counted.listeners--
      target.removeEventListener(type, listener)
    },
  }
}

/** Runs a test as in a page, or in a worker, which has no document. */
export const inBrowser = (kind: 'page' | 'worker', test: (page: BrowserPage) => void): void => {
  const own = countingTarget()
  const document = { ...countingTarget(), visibilityState: 'visible' }
  const navigator = { onLine: true }
  const { addEventListener, removeEventListener } = own
  const given = { addEventListener, removeEventListener, navigator, ...(kind === 'page' ? { document } : {}) }
  const before = Object.entries(given).map(
    ([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  try {
    test({
      show: (isShown) => {
        document.visibilityState = isShown ? 'visible' : 'hidden'
        document.dispatchEvent(new Event('visibilitychange'))
      },
      connect: (isOnline) => {
        navigator.onLine = isOnline
        own.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
      },
      fire: (...types) => {
        for (const type of types) (ofDocument.has(type) ? document : own).dispatchEvent(new Event(type))
      },
      listeners: () => own.counted.listeners + document.counted.listeners,
    })
  } finally {
    for (const [name, descriptor] of before) {
      Reflect.deleteProperty(globalThis, name)
      if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor)
    }
  }
}
