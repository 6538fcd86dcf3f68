import { none, some } from 'fp-ts/lib/Option.js'
import { concatMap, of } from 'rxjs'
import { createClient } from '../../lib/client/createClient.js'
import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { bridge2021 } from '../../lib/service/bridge/bridge2021.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { marbles } from '../helpers/marbles.js'
import { accepted, moment, refreshing, saying, seenOf } from '../helpers/refreshedItem.js'
import { json } from '../helpers/responses.js'
import { lastingToken } from '../helpers/scripted.js'

const item = 7
const second = 1000

describe('refresh of an item', () => {
  it('asks how things are, then starts it, and emits once', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold<HttpResponse>('20ms (f|)', { f: saying('finished', 5) })
      const start = cold<HttpResponse>('30ms (a|)', { a: accepted })
      const http = ({ method }: HttpRequest) => (method === 'GET' ? question : start)
      const client = createClient({ profile: bridge2021, clientId: 'id', clientSecret: 's', http, clock })
      const refresh$ = client.user({ token$: of(lastingToken()) }).items.refresh(item)
      const started = { itemId: item, previous: some(moment(5)), wasRunning: false }
      expectObservable(refresh$).toBe('50ms (s|)', { s: started })
      expectSubscriptions(question.subscriptions).toBe('^ 19ms !')
      expectSubscriptions(start.subscriptions).toBe('20ms ^ 29ms !')
    })
  })

  it.each([10, 30])('is aborted by who unsubscribes after %d ms, and starts nothing then', (after) => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold<HttpResponse>('20ms (f|)', { f: saying('finished', 5) })
      const start = cold<HttpResponse>('30ms (a|)', { a: accepted })
      const http = ({ method }: HttpRequest) => (method === 'GET' ? question : start)
      const client = createClient({ profile: bridge2021, clientId: 'id', clientSecret: 's', http, clock })
      const refresh$ = client.user({ token$: of(lastingToken()) }).items.refresh(item)
      expectObservable(refresh$, `^ ${String(after - 1)}ms !`).toBe('-')
      expectSubscriptions(question.subscriptions).toBe(after < 20 ? '^ 9ms !' : '^ 19ms !')
      expectSubscriptions(start.subscriptions).toBe(after < 20 ? [] : '20ms ^ 9ms !')
    })
  })

  it('sends a POST without a body to the path of the profile', () => {
    const requests: Array<HttpRequest> = []
    const { user, paths } = refreshing([saying('finished', 5)], (request) => {
      requests.push(request)
      return accepted
    })
    user.items.refresh(item).subscribe()
    expect(paths()).toEqual(['/v2/items/7/refresh/status', '/v2/items/7/refresh'])
    expect(requests).toMatchObject([{ method: 'POST', body: none, idempotent: false, operation: 'items.refresh' }])
    expect(Object.keys(requests[0]?.headers ?? {})).not.toContain('Content-Type')
  })

  it.each<[number | null | undefined, unknown]>([
    [null, none],
    [undefined, none],
    [9, some(moment(9))],
  ])('tells when the item had been refreshed, if the service says %p', (at, previous) => {
    const reported: Array<unknown> = []
    refreshing([saying('finished', at)])
      .user.items.refresh(item)
      .subscribe((started) => reported.push(started))
    expect(reported).toEqual([{ itemId: item, previous, wasRunning: false }])
  })

  it.each<[string, HttpResponse]>([
    ['204', { status: 204, headers: {}, body: '' }],
    ['200 with a body that is none', { status: 200, headers: {}, body: 'ok' }],
    ['202 with a value', json({ status: 'accepted' }, 202)],
  ])('takes a %s for an acceptance', (_, answer) => {
    const reported: Array<unknown> = []
    refreshing([saying('finished')], () => answer)
      .user.items.refresh(item)
      .subscribe(({ wasRunning }) => reported.push(wasRunning))
    expect(reported).toEqual([false])
  })

  it('takes no page of a portal for an acceptance', () => {
    const errors: Array<unknown> = []
    refreshing([saying('finished')], () => ({ status: 200, headers: {}, body: '<html>' }))
      .user.items.refresh(item)
      .subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'DecodeError', reason: 'not-json' }])
  })

  it('takes a 409 for a refresh that runs already, and follows that', () => {
    const conflict = () => json({ type: 'conflict' }, 409)
    const { clock, user } = refreshing([saying('finished', 5), saying('finished', 5), saying('finished', 6)], conflict)
    const reported: Array<unknown> = []
    const seen = seenOf(
      user.items.refresh(item).pipe(
        concatMap((started) => {
          reported.push(started.wasRunning)
          return user.items.watchRefresh(item)
        }),
      ),
    )
    clock.advance(10 * second)
    expect([reported, seen]).toEqual([[true], ['finished', 'complete']])
  })

  it.each([400, 403, 404, 429, 500])(
    'errors with a %d of the start, which is sent once, and leaves no trace',
    (status) => {
      const { clock, user, paths } = refreshing([saying('finished', 5)], () => json({}, status))
      const errors: Array<unknown> = []
      user.items.refresh(item).subscribe({ error: (error) => errors.push(error) })
      clock.advance(60 * second)
      expect(errors).toMatchObject([{ _tag: 'StatusError', operation: 'items.refresh', status }])
      expect(paths().filter((path) => path.endsWith('/refresh'))).toHaveLength(1)
      expect(seenOf(user.items.watchRefresh(item))).toEqual(['finished', 'complete'])
    },
  )

  it('does not start if the question fails, which is asked again while it may pass', () => {
    const { clock, user, paths } = refreshing([json({}, 503), json({}, 503), json({}, 404)])
    const errors: Array<unknown> = []
    user.items.refresh(item).subscribe({ error: (error) => errors.push(error) })
    clock.advance(60 * second)
    expect(errors).toMatchObject([{ _tag: 'StatusError', operation: 'items.refreshStatus', status: 404 }])
    expect(paths()).toEqual(Array(3).fill('/v2/items/7/refresh/status'))
  })

  it('errors if the profile has no refreshes, and asks nothing', () => {
    const { user, paths } = refreshing([saying('finished')], undefined, { profile: documentedProfile })
    const errors: Array<unknown> = []
    user.items.refresh(item).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'UnspecifiedOperation', key: 'paths.refresh' }])
    expect(paths()).toEqual([])
  })

  it('errors for an id that is none, and asks nothing', () => {
    const { user, paths } = refreshing([saying('finished')])
    const errors: Array<unknown> = []
    user.items.refresh('seven' as never).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/id' }] }])
    expect(paths()).toEqual([])
  })
})

describe('watchRefresh after a refresh', () => {
  /** What is seen of a run that was started now: the first word is what the service said before. */
  const watched = (words: ReadonlyArray<HttpResponse>, config: object = {}, advance = 5 * 60 * second) => {
    const { clock, user, paths } = refreshing(words)
    user.items.refresh(item).subscribe()
    const seen = seenOf(user.items.watchRefresh(item, config))
    clock.advance(advance)
    return { seen, asked: paths().length - 2 }
  }

  it('passes over the end of the run before, and over nothing else', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const words = { f: saying('finished', 5), r: saying('retrieving_data', 5), n: saying('finished', 9) }
      const said = ['f', 'f', 'f', 'r', 'n'].map((word) => cold<HttpResponse>(`(${word}|)`, words))
      let turn = 0
      const http = ({ method }: HttpRequest) => (method === 'POST' ? of(accepted) : (said[turn++] ?? of(words.n)))
      const client = createClient({ profile: bridge2021, clientId: 'id', clientSecret: 's', http, clock })
      const { items } = client.user({ token$: of(lastingToken()) })
      const watch$ = items.refresh(item).pipe(concatMap(() => items.watchRefresh(item, { every: 1000 })))
      const statuses = {
        r: { status: 'retrieving_data', refreshed_at: moment(5) },
        n: { status: 'finished', refreshed_at: moment(9) },
      }
      expectObservable(watch$).toBe('2s r 999ms (n|)', statuses)
      expectSubscriptions(said[1]?.subscriptions ?? []).toBe('(^!)')
      expectSubscriptions(said[2]?.subscriptions ?? []).toBe('1s (^!)')
      expectSubscriptions(said[3]?.subscriptions ?? []).toBe('2s (^!)')
      expectSubscriptions(said[4]?.subscriptions ?? []).toBe('3s (^!)')
    })
  })

  it.each<[string, ReadonlyArray<HttpResponse>, ReadonlyArray<string>]>([
    ['a later refreshed_at', [saying('finished', 5), saying('finished', 6)], ['finished']],
    ['a first refreshed_at', [saying('invalid_creds', null), saying('invalid_creds', 6)], ['invalid_creds']],
    ['another end', [saying('finished', 5), saying('finished_error', 5)], ['finished_error']],
    [
      'a word that runs',
      [saying('info_required', 5), saying('authenticating', 5), saying('info_required', 5)],
      ['authenticating', 'info_required'],
    ],
    [
      'a word that nobody knows',
      [saying('finished', 5), saying('pondering', 5), saying('finished', 5)],
      ['pondering', 'finished'],
    ],
    ['an end after a run that was on its way', [saying('retrieving_data', 5), saying('finished', 5)], ['finished']],
  ])('knows its run by %s', (_, words, expected) => {
    expect(watched(words, {}, 10 * second).seen).toEqual([...expected, 'complete'])
  })

  it.each<[string, HttpResponse]>([
    ['the same refreshed_at', saying('finished', 5)],
    ['an earlier one, of a service that is behind itself', saying('finished', 4)],
    ['none any more', saying('finished', null)],
  ])('does not take %s for it', (_, word) => {
    expect(watched([saying('finished', 5), word, word, saying('finished', 6)], {}, 3 * second)).toEqual({
      seen: [],
      asked: 2,
    })
  })

  it('takes an end that is as the one before for its own when the grace has passed', () => {
    const words = [saying('invalid_creds', 5)]
    expect(watched(words, {}, 30 * second - 1)).toEqual({ seen: [], asked: 15 })
    expect(watched(words, {}, 30 * second)).toEqual({ seen: ['invalid_creds', 'complete'], asked: 16 })
    expect(watched(words, { grace: 4 * second }, 4 * second).seen).toEqual(['invalid_creds', 'complete'])
    expect(watched(words, { grace: 0 }, 0).seen).toEqual(['invalid_creds', 'complete'])
  })

  it('counts the grace from the start of the run', () => {
    const { clock, user } = refreshing([saying('finished', 5)])
    user.items.refresh(item).subscribe()
    clock.advance(29 * second)
    const seen = seenOf(user.items.watchRefresh(item, { every: second }))
    expect(seen).toEqual([])
    clock.advance(second)
    expect(seen).toEqual(['finished', 'complete'])
  })

  it('gives up at its deadline, with the grace or without', () => {
    expect(watched([saying('finished', 5)], { deadline: 10 * second }).seen).toEqual(['DeadlineExceeded'])
  })

  it('ends by an end of its own, which is not asked about what is left of the run before', () => {
    const asked: Array<string> = []
    const until = ({ status }: { status: string }) => {
      asked.push(status)
      return status === 'retrieving_data'
    }
    const words = [saying('finished', 5), saying('finished', 5), saying('authenticating'), saying('retrieving_data')]
    expect(watched(words, { until }).seen).toEqual(['authenticating', 'retrieving_data', 'complete'])
    expect(asked).toEqual(['authenticating', 'retrieving_data'])
  })

  it('goes by no run that it has seen: the next one who watches is told at once', () => {
    const { clock, user } = refreshing([saying('finished', 5), saying('authenticating', 5), saying('finished', 5)])
    user.items.refresh(item).subscribe()
    expect(seenOf(user.items.watchRefresh(item, { until: () => true }))).toEqual(['authenticating', 'complete'])
    expect(seenOf(user.items.watchRefresh(item))).toEqual(['finished', 'complete'])
    expect(clock.monotonic()).toBe(0)
  })

  it('knows of a run that was started while it watches', () => {
    const running = saying('authenticating', 5)
    const { clock, user } = refreshing([running, saying('finished', 5), saying('finished', 5), saying('finished', 8)])
    const seen = seenOf(user.items.watchRefresh(item))
    user.items.refresh(item).subscribe()
    clock.advance(10 * second)
    expect(seen).toEqual(['authenticating', 'finished', 'complete'])
    expect(clock.monotonic()).toBe(10 * second)
  })

  it('goes by runs of the item alone, and of the user', () => {
    const { client, user } = refreshing([saying('finished', 5)])
    user.items.refresh(item).subscribe()
    expect(seenOf(user.items.watchRefresh(8))).toEqual(['finished', 'complete'])
    const other = client.user({ token$: of(lastingToken()) })
    expect(seenOf(other.items.watchRefresh(item))).toEqual(['finished', 'complete'])
    expect(seenOf(user.items.watchRefresh(item))).toEqual([])
  })

  it('goes by a run that somebody else started for the same user', () => {
    const { client } = refreshing([saying('finished', 5)], ({ url }) =>
      url.endsWith('/authenticate')
        ? json({
            access_token: 't',
            expires_at: '2026-01-15T14:00:00.000Z',
            user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' },
          })
        : accepted,
    )
    client.user({ externalUserId: 'A6J' }).items.refresh(item).subscribe()
    expect(seenOf(client.user({ externalUserId: 'A6J' }).items.watchRefresh(item))).toEqual([])
  })

  it('keeps the newest thousand runs of a user in mind', () => {
    const { user } = refreshing([saying('finished', 5)])
    for (let id = 1; id <= 1001; id++) user.items.refresh(id).subscribe()
    expect(seenOf(user.items.watchRefresh(1))).toEqual(['finished', 'complete'])
    expect(seenOf(user.items.watchRefresh(2))).toEqual([])
    expect(seenOf(user.items.watchRefresh(1001))).toEqual([])
  })

  it('keeps one that was started again among the newest', () => {
    const { user } = refreshing([saying('finished', 5)])
    for (const id of [1, ...Array.from({ length: 999 }, (_, index) => index + 2), 1, 1001])
      user.items.refresh(id).subscribe()
    expect(seenOf(user.items.watchRefresh(1))).toEqual([])
    expect(seenOf(user.items.watchRefresh(2))).toEqual(['finished', 'complete'])
  })
})

describe('watchRefresh without a refresh', () => {
  it('ends at once if the service tells an end', () => {
    expect(seenOf(refreshing([saying('finished', 5)]).user.items.watchRefresh(item))).toEqual(['finished', 'complete'])
  })
})

describe('watchRefresh after a moment', () => {
  const watched = (words: ReadonlyArray<HttpResponse>, config: object, advance: number) => {
    const { clock, user } = refreshing(words)
    const seen = seenOf(user.items.watchRefresh(item, config))
    clock.advance(advance)
    return seen
  }
  const after = moment(5)

  it('passes over an end that is not later', () => {
    const words = [saying('finished', 5), saying('finished_error', 5), saying('finished', 6)]
    expect(watched(words, { after }, 3 * second)).toEqual([])
    expect(watched(words, { after }, 4 * second)).toEqual(['finished', 'complete'])
  })

  it('takes an end after another word for its own', () => {
    const words = [saying('finished', 5), saying('authenticating', 5), saying('finished_error', 5)]
    expect(watched(words, { after }, 4 * second)).toEqual(['authenticating', 'finished_error', 'complete'])
  })

  it('waits for the grace from its own beginning, each time somebody subscribes', () => {
    const { clock, user } = refreshing([saying('finished', 5)])
    const watch$ = user.items.watchRefresh(item, { after, grace: 10 * second })
    const first = seenOf(watch$)
    clock.advance(10 * second)
    const next = seenOf(watch$)
    expect([first, next]).toEqual([['finished', 'complete'], []])
    clock.advance(10 * second)
    expect(next).toEqual(['finished', 'complete'])
  })

  it('goes before what a refresh has read', () => {
    const { user } = refreshing([saying('finished', 5)])
    user.items.refresh(item).subscribe()
    expect(seenOf(user.items.watchRefresh(item, { after: moment(4) }))).toEqual(['finished', 'complete'])
  })

  it.each([
    ['/after', { after: '2026-01-01' }],
    ['/after', { after: new Date(NaN) }],
    ['/grace', { grace: -1 }],
    ['/until', { until: true }],
    ['/every', { every: 1 }],
    ['/graze', { graze: 1 }],
  ])('errors with a ConfigError about %s for %p, and asks nothing', (path, config) => {
    const { user, paths } = refreshing([saying('finished')])
    const errors: Array<unknown> = []
    user.items.watchRefresh(item, config as object).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path }] }])
    expect(paths()).toEqual([])
  })
})
