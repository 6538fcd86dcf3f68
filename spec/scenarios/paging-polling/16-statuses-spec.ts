import { inspect } from 'node:util'
import { isSome } from 'fp-ts/lib/Option.js'
import { lastValueFrom, toArray } from 'rxjs'
import { DeadlineExceeded, documentedProfile, type RefreshStatus, reveal } from '../../../lib/index.js'
import { bridgeCodecs } from '../../../lib/service/bridge/bridgeInterface.js'
import { json } from '../../helpers/responses.js'
import { scripted } from '../../helpers/scripted.js'

/** Says these states of a refresh one after the other, the last for ever. */
const saying = (...states: ReadonlyArray<object>) =>
  scripted((_, call) => json(states[Math.min(call, states.length - 1)]))

const running = [{ status: 'authenticating' }, { status: 'retrieving_data', refreshed_accounts_count: 1 }]

/** All that a watch brought within an hour. */
const watched = (service: ReturnType<typeof saying>, config = {}) => {
  const seen: Array<RefreshStatus> = []
  const ends: Array<unknown> = []
  service.user.items.watchRefresh(7, config).subscribe({
    next: (state) => seen.push(state),
    error: (error) => ends.push(error),
    complete: () => ends.push('complete'),
  })
  service.clock.advance(3_600_000)
  expect(service.clock.pending()).toBe(0)
  return { seen, ends }
}

describe('paging scenario 16: statuses', () => {
  it.each([
    ['success', { status: 'finished', refreshed_at: '2026-01-15T12:00:00.000Z' }],
    ['failed', { status: 'finished_error' }],
    ['needs action, with what it is', { status: 'info_required', mfa: { type: 'SMS', description: 'A code' } }],
    ['needs action', { status: 'invalid_creds' }],
  ])('running, then %s: every status comes, that one last, and it completes', (_, end) => {
    const service = saying(...running, end, { status: 'never asked for' })
    const { seen, ends } = watched(service)
    expect(seen.map(({ status }) => status)).toEqual([...running, end].map(({ status }) => status))
    expect(seen.at(-1)?.mfa).toEqual('mfa' in end ? end.mfa : undefined)
    expect(ends).toEqual(['complete'])
    expect(service.counts).toMatchObject({ started: 3, aborted: 0 })
    expect(service.asked.map(({ at }) => at)).toEqual([0, 2000, 4000])
  })

  it('a word that nobody knows is emitted as it is, and continues until the deadline', () => {
    const service = saying({ status: 'pondering' })
    const { seen, ends } = watched(service)
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['pondering']))
    expect(ends).toEqual([expect.objectContaining({ _tag: 'DeadlineExceeded', deadline: 300_000 })])
    expect(service.counts.started).toBe(151)
  })

  it('the words that end it are the profile’s, or those of until', async () => {
    const words = { status: 'done' }
    const profile = { ...documentedProfile, terminalStatuses: ['done'] }
    const own = scripted((_, call) => json(call === 0 ? { status: 'finished' } : words), { profile })
    const list = lastValueFrom(own.user.items.watchRefresh(7).pipe(toArray()))
    own.clock.advance(60_000)
    expect((await list).map(({ status }) => status)).toEqual(['finished', 'done'])

    const until = ({ status }: RefreshStatus) => status === 'retrieving_data'
    expect(watched(saying(...running, { status: 'finished' }), { until }).seen).toHaveLength(2)
  })

  it('at the deadline it asks a last time, then errors with the last state, which only reveal shows', () => {
    const service = saying(...running)
    const { seen, ends } = watched(service, { every: 4000, deadline: 10_000 })
    expect(service.asked.map(({ at }) => at)).toEqual([0, 4000, 8000, 10_000])
    expect(seen).toHaveLength(4)
    const [error] = ends
    if (!(error instanceof DeadlineExceeded) || !isSome(error.last)) throw new Error('it did not end with a state')
    expect(reveal(error.last.value)).toMatchObject({ status: 'retrieving_data', refreshed_accounts_count: 1 })
    const shown = `${String(error)} ${inspect(error, { depth: 12, showHidden: true })} ${JSON.stringify(error)}`
    expect(shown).not.toMatch(/retrieving_data/)
  })

  it('completes if the last question at the deadline brings the end', () => {
    const service = saying(...running, { status: 'finished' })
    const { ends } = watched(service, { every: 4000, deadline: 5000 })
    expect(service.asked.map(({ at }) => at)).toEqual([0, 4000, 5000])
    expect(ends).toEqual(['complete'])
  })

  it.each([{ status: 7 }, { status: null }, { status: { word: 'finished' } }, {}])(
    'a state of another shape, %j, is no end, as none is documented',
    (state) => {
      const service = saying(running[0] ?? {}, state, { status: 'finished' })
      const { seen, ends } = watched(service)
      expect(seen).toEqual([running[0], state, { status: 'finished' }])
      expect(ends).toEqual(['complete'])
    },
  )

  it.each([{ status: 7 }, { status: null }, {}, []])(
    'a state that is none, %j, is an error of a strict codec',
    (state) => {
      const { seen, ends } = watched(
        scripted((_, call) => json(call === 0 ? running[0] : state), { codecs: bridgeCodecs }),
      )
      expect(seen).toHaveLength(1)
      expect(ends).toEqual([expect.objectContaining({ _tag: 'DecodeError', operation: 'items.refreshStatus' })])
    },
  )
})
