import { EMPTY } from 'rxjs'
import { integer, milliseconds } from '../../../lib/base/codec/numbers.js'
import { decodeOptions } from '../../../lib/base/error/decodeOptions.js'
import { changesConfig } from '../../../lib/streams/polling/ChangesConfig.js'

const issuesOf = (config: object): unknown => {
  try {
    return decodeOptions(changesConfig, config)
  } catch (error) {
    return (error as { readonly issues?: unknown }).issues
  }
}

const store = { load: () => EMPTY, save: () => EMPTY }

class Store {
  load() {
    return EMPTY
  }
  save() {
    return EMPTY
  }
}

describe('changesConfig', () => {
  it('accepts nothing at all, and every option', () => {
    const whole = {
      since: new Date(0),
      every: 100,
      limit: 500,
      maxPages: 1,
      overlap: 0,
      trigger$: EMPTY,
      process: () => EMPTY,
      store,
      key: 'stocks of A6J',
      onInvalidRow: 'report',
      timeout: 1,
      headers: { 'X-Trace': '7' },
    }
    expect([issuesOf({}), issuesOf(whole)]).toEqual([{}, whole])
  })

  it('accepts a store that is an object of a class', () => {
    const given = new Store()
    expect(issuesOf({ store: given })).toEqual({ store: given })
  })

  it.each([
    ['every', 99, milliseconds(100).name],
    ['every', NaN, milliseconds(100).name],
    ['every', Infinity, milliseconds(100).name],
    ['every', -1, milliseconds(100).name],
    ['overlap', -1, milliseconds(0).name],
    ['overlap', Infinity, milliseconds(0).name],
    ['overlap', NaN, milliseconds(0).name],
    ['since', new Date(NaN), "a valid Date of the years 0 to 9999, or 'now'"],
    ['since', new Date(8.64e15), "a valid Date of the years 0 to 9999, or 'now'"],
    ['since', '2026-01-01T00:00:00.000Z', "a valid Date of the years 0 to 9999, or 'now'"],
    ['limit', 501, integer(1, 500).name],
    ['limit', 0, integer(1, 500).name],
    ['maxPages', 0, integer(1).name],
    ['trigger$', () => EMPTY, 'an Observable'],
    ['process', EMPTY, 'a function from a batch to an Observable'],
    ['store', { load: () => EMPTY }, 'a CheckpointStore, with load and save'],
    ['store', null, 'a CheckpointStore, with load and save'],
    ['key', '', 'a string that is not empty'],
    ['onInvalidRow', 'ignore', "'error' or 'report'"],
  ])('refuses %s of %p', (name, value, expected) => {
    const given = typeof value === 'number' ? ` (is ${String(value)})` : ''
    expect(issuesOf({ [name]: value })).toEqual([{ path: `/${name}`, expected: expected + given }])
  })
})
