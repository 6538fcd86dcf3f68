import { pagePort, type PortLike } from '../../../lib/adapters/electron/Port.js'

/** A window that is asked for ports, for as long as a test runs. */
const inPage = (
  test: (page: { hear: (event: object) => void; asked: Array<unknown>; listeners: () => number }) => void,
) => {
  const listeners = new Set<(event: object) => void>()
  const asked: Array<unknown> = []
  const given: Readonly<Record<string, unknown>> = {
    postMessage: (...message: Array<unknown>) => asked.push(message),
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  const before = Object.keys(given).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  try {
    test({
      hear: (event) => {
        const stopImmediatePropagation = jest.fn()
        for (const listener of Array.from(listeners))
          if (stopImmediatePropagation.mock.calls.length === 0) listener({ ...event, stopImmediatePropagation })
      },
      asked,
      listeners: () => listeners.size,
    })
  } finally {
    for (const [name, descriptor] of before) {
      Reflect.deleteProperty(globalThis, name)
      if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor)
    }
  }
}

const port = {} as PortLike
const answer = { source: globalThis, data: 'rxbank:port', ports: [port] }

describe('pagePort', () => {
  it('asks its own window for a port, emits the one that is handed over, and listens no longer', () => {
    inPage(({ hear, asked, listeners }) => {
      const seen: Array<unknown> = []
      const port$ = pagePort()
      expect([asked, listeners()]).toEqual([[], 0])
      port$.subscribe({ next: (given) => seen.push(given === port), complete: () => seen.push('complete') })
      expect(asked).toEqual([['rxbank:port', '/']])
      hear(answer)
      hear(answer)
      expect([seen, listeners()]).toEqual([[true, 'complete'], 0])
    })
  })

  it.each([
    ['from a frame', { ...answer, source: {} }],
    ['from nowhere', { ...answer, source: null }],
    ['about something else', { ...answer, data: 'other' }],
    ['without a port, such as its own', { ...answer, ports: [] }],
  ])('takes none %s', (_, event) => {
    inPage(({ hear, listeners }) => {
      const seen: Array<unknown> = []
      pagePort().subscribe((given) => seen.push(given))
      hear(event)
      expect([seen, listeners()]).toEqual([[], 1])
    })
  })

  it('gives each who asks a port of its own', () => {
    inPage(({ hear, listeners }) => {
      const seen: Array<readonly [string, PortLike]> = []
      pagePort().subscribe((given) => seen.push(['one', given]))
      pagePort().subscribe((given) => seen.push(['other', given]))
      const ports = [{} as PortLike, {} as PortLike]
      for (const given of ports) hear({ ...answer, ports: [given] })
      expect(seen.map(([who, given]) => [who, ports.indexOf(given)])).toEqual([
        ['one', 0],
        ['other', 1],
      ])
      expect(listeners()).toBe(0)
    })
  })

  it('closes the port of who has left, for main would serve it on and on', () => {
    inPage(({ hear, listeners }) => {
      const seen: Array<unknown> = []
      const close = jest.fn()
      pagePort()
        .subscribe((given) => seen.push(given))
        .unsubscribe()
      hear({ ...answer, ports: [{ close }] })
      expect([close.mock.calls.length, seen, listeners()]).toEqual([1, [], 0])
    })
  })
})
