import { isBrowser } from '../../../lib/base/platform/isBrowser.js'

const having = (names: ReadonlyArray<string>): boolean => {
  for (const name of names) Object.defineProperty(globalThis, name, { value: {}, configurable: true })
  try {
    return isBrowser()
  } finally {
    for (const name of names) Reflect.deleteProperty(globalThis, name)
  }
}

describe('isBrowser', () => {
  it.each([
    ['Node, Electron’s main process among it', [], false],
    ['a page, also in Electron', ['document'], true],
    ['a worker of a page', ['importScripts'], true],
    ['Deno, whose workers have importScripts too', ['importScripts', 'Deno'], false],
  ])('knows %s', (_, globals, expected) => {
    expect(having(globals)).toBe(expected)
  })
})
