import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { bridge2018 } from '../../../lib/service/bridge/bridge2018.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { type ItemState, itemState } from '../../../lib/service/profile/itemState.js'
import type { ItemAction, ItemStates } from '../../../lib/service/profile/ServiceProfile.js'

const actions: ReadonlyArray<ItemAction> = [
  'ok',
  'wait',
  'logIn',
  'actAtBank',
  'enterCode',
  'retryLater',
  'unsupported',
]

/** A table with a status and a word for each action, named by its place. */
const itemStates: ItemStates = {
  statuses: Object.fromEntries(actions.map((action, index) => [index, action])),
  refreshes: Object.fromEntries(actions.map((action) => [`said_${action}`, action])),
}

const unknown = (value?: number | string): ItemState => ({
  _tag: 'unknown',
  value: value === undefined ? none : some(value),
})

const statusOf = (action: ItemAction | 'other' | 'unreported') => ({
  status: action === 'unreported' ? null : action === 'other' ? 777 : actions.indexOf(action),
})

const refreshOf = (action: ItemAction | 'other' | 'unreported') =>
  action === 'unreported' ? undefined : { status: action === 'other' ? 'pondering' : `said_${action}` }

const amiss = ['logIn', 'actAtBank', 'enterCode', 'retryLater', 'unsupported'] as const

describe('itemState', () => {
  it.each(['ok', 'wait', ...amiss, 'other', 'unreported'] as const)(
    'is that of a refresh under way, over %s',
    (status) => {
      for (const action of ['wait', 'enterCode'] as const)
        expect(itemState({ itemStates }, statusOf(status), refreshOf(action))).toEqual({ _tag: action })
    },
  )

  it.each(['ok', 'logIn', 'actAtBank', 'retryLater', 'unsupported', 'other', 'unreported'] as const)(
    'waits for a refresh to begin, whatever is left of the one before: %s',
    (refresh) => {
      expect(itemState({ itemStates }, statusOf('wait'), refreshOf(refresh))).toEqual({ _tag: 'wait' })
    },
  )

  it.each(['ok', ...amiss, 'other', 'unreported'] as const)(
    'is that of a refresh which wants the user, over %s',
    (status) => {
      for (const action of ['logIn', 'actAtBank', 'unsupported'] as const)
        expect(itemState({ itemStates }, statusOf(status), refreshOf(action))).toEqual({ _tag: action })
    },
  )

  it.each(amiss)('is that of an item which has %s, over a refresh that has ended in general', (status) => {
    for (const refresh of ['ok', 'retryLater', 'other', 'unreported'] as const)
      expect(itemState({ itemStates }, statusOf(status), refreshOf(refresh))).toEqual({ _tag: status })
  })

  it.each(['ok', 'other', 'unreported'] as const)(
    'is that of a refresh that has ended with an error, over %s',
    (status) => {
      expect(itemState({ itemStates }, statusOf(status), refreshOf('retryLater'))).toEqual({ _tag: 'retryLater' })
    },
  )

  it('is what is not known rather than ok, the status before the word', () => {
    expect(itemState({ itemStates }, statusOf('other'), refreshOf('ok'))).toEqual(unknown(777))
    expect(itemState({ itemStates }, statusOf('other'), refreshOf('other'))).toEqual(unknown(777))
    expect(itemState({ itemStates }, statusOf('ok'), refreshOf('other'))).toEqual(unknown('pondering'))
    expect(itemState({ itemStates }, statusOf('unreported'), refreshOf('other'))).toEqual(unknown('pondering'))
  })

  it('is ok when one says so and the other nothing else', () => {
    for (const [status, refresh] of [
      ['ok', 'ok'],
      ['ok', 'unreported'],
      ['unreported', 'ok'],
    ] as const)
      expect(itemState({ itemStates }, statusOf(status), refreshOf(refresh))).toEqual({ _tag: 'ok' })
  })

  it('is unknown, with nothing, when nobody says anything', () => {
    for (const item of [{}, { status: null }, { status: undefined }])
      expect(itemState({ itemStates }, item)).toEqual(unknown())
  })

  it('keeps to its own words and statuses', () => {
    for (const word of ['constructor', '__proto__', 'toString', ''])
      expect(itemState({ itemStates }, {}, { status: word })).toEqual(unknown(word))
    expect(itemState({ itemStates: { ...itemStates, statuses: {} } }, { status: 0 })).toEqual(unknown(0))
  })

  it('knows no state if the profile has no table', () => {
    expect(itemState(documentedProfile, { status: 402 }, { status: 'finished' })).toEqual(unknown(402))
    expect(itemState(documentedProfile, {}, { status: 'finished' })).toEqual(unknown('finished'))
  })

  it('is total and closed: a known action, or the raw value of what is not', () => {
    const tables: fc.Arbitrary<ItemStates> = fc.record({
      statuses: fc.dictionary(fc.integer({ min: -3, max: 9 }).map(String), fc.constantFrom(...actions)),
      refreshes: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.constantFrom(...actions)),
    })
    const items = fc.record({ status: fc.option(fc.oneof(fc.integer({ min: -3, max: 9 }), fc.double())) })
    const refreshes = fc.option(
      fc.record({ status: fc.oneof(fc.constantFrom('a', 'b', 'c', 'constructor'), fc.string()) }),
      { nil: undefined },
    )
    fc.assert(
      fc.property(fc.option(tables, { nil: undefined }), items, refreshes, (table, item, refresh) => {
        const state = itemState(table === undefined ? {} : { itemStates: table }, item, refresh)
        const said = [item.status ?? undefined, refresh?.status].filter((value) => value !== undefined)
        if (state._tag === 'unknown') {
          expect(said.length === 0 ? [none] : said.map(some)).toContainEqual(state.value)
        } else {
          const reported = [table?.statuses[item.status ?? NaN], table?.refreshes[refresh?.status ?? '']]
          expect(reported).toContain(state._tag)
        }
      }),
    )
  })

  it.each([bridge2018, bridge2021])('knows the states of $name', (profile) => {
    const states = [0, -2, 402, 429, 1003, 1005, 1010, 1100].map((status) => itemState(profile, { status }))
    expect(states).toEqual([
      { _tag: 'ok' },
      { _tag: 'wait' },
      { _tag: 'logIn' },
      { _tag: 'actAtBank' },
      { _tag: 'retryLater' },
      { _tag: 'unsupported' },
      { _tag: 'enterCode' },
      unknown(1100),
    ])
    expect(itemState(profile, { status: 402 }, { status: 'authenticating' })).toEqual({ _tag: 'wait' })
    expect(itemState(profile, { status: 0 }, { status: 'finished_error' })).toEqual({ _tag: 'retryLater' })
    expect(itemState(profile, { status: 429 }, { status: 'finished_error' })).toEqual({ _tag: 'actAtBank' })
  })
})
