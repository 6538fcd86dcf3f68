import { DatabaseSync } from '@photostructure/sqlite'
import { none } from 'fp-ts/lib/Option.js'
import { of } from 'rxjs'
import { type Http, PagingError, TimeoutError } from '../../../lib/index.js'
import type { Feed } from '../../../lib/mirror/core/Feed.js'
import { ComparisonFailed, FeedsFailed } from '../../../lib/mirror/rounds/FeedsFailed.js'
import { readFeeds } from '../../../lib/mirror/rounds/readFeeds.js'
import { createMirror } from '../../../lib/sqlite.js'
import { marbles } from '../../helpers/marbles.js'
import { played, playedBank } from '../../helpers/playedBank.js'

const endless = new PagingError({ operation: 'a', page: none, reason: 'loop' })
const late = new TimeoutError({ operation: 'a', page: none, timeout: 1 })

describe('readFeeds', () => {
  it('reads one feed after the other, and completes', () => {
    marbles(({ cold, expectObservable }) => {
      const read = (feed: Feed) => (feed === 'items' ? cold('-a-|') : cold('--b|'))
      expectObservable(readFeeds(['items', 'stocks'], read)).toBe('-a---b|')
    })
  })

  it('goes on after a feed that fails, and errors at the end', () => {
    marbles(({ cold, expectObservable }) => {
      const read = (feed: Feed) => (feed === 'items' ? cold('-a-#', undefined, endless) : cold('--b|'))
      const failed = new FeedsFailed({ failures: [{ feed: 'items', error: endless }] })
      expectObservable(readFeeds(['items', 'stocks'], read)).toBe('-a---b#', undefined, failed)
    })
  })

  it('errors with the error of a single feed itself', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(readFeeds(['items'], () => cold('-a-#', undefined, late))).toBe('-a-#', undefined, late)
    })
  })

  it('tells a comparison that failed, also of a single feed, but for what is about more than the feed', () => {
    marbles(({ cold, expectObservable }) => {
      const compared = cold('-a-#', undefined, new ComparisonFailed(endless))
      const failed = new FeedsFailed({ failures: [{ feed: 'stocks', error: endless, isComparison: true }] })
      expect(failed.isTransient).toBe(true)
      expectObservable(readFeeds(['stocks'], () => compared)).toBe('-a-#', undefined, failed)
      const refused = new Error('mine')
      expectObservable(readFeeds(['stocks'], () => cold('-#', undefined, new ComparisonFailed(refused)))).toBe(
        '-#',
        undefined,
        refused,
      )
    })
  })

  it('errors at once with what is about more than a feed', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(readFeeds(['items', 'stocks'], () => cold('-#', undefined, new Error('mine')))).toBe(
        '-#',
        undefined,
        new Error('mine'),
      )
    })
  })

  it('does not ask for a third feed of a service that is down', () => {
    marbles(({ cold, expectObservable }) => {
      const read = (feed: Feed) => (feed === 'transactions' ? cold('-c|') : cold('-#', undefined, late))
      expectObservable(readFeeds(['items', 'stocks', 'transactions'], read)).toBe('--#', undefined, late)
    })
  })

  it('reads nothing once it is unsubscribed from', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold('-a--|')
      const second = cold('-b|')
      expectObservable(
        readFeeds(['items', 'stocks'], (feed) => (feed === 'items' ? first : second)),
        '--!',
      ).toBe('-a')
      expectSubscriptions(first.subscriptions).toBe('^-!')
      expectSubscriptions(second.subscriptions).toBe([])
    })
  })
})

describe('a round whose authentication fails', () => {
  it.each([
    [
      { status: 422, body: '{"type":"x"}' },
      { _tag: 'StatusError', status: 422 },
    ],
    [
      { status: 200, body: '{"error":"maintenance"}' },
      { _tag: 'DecodeError', reason: 'shape' },
    ],
    [
      { status: 403, body: '' },
      { _tag: 'AuthenticationError', status: 403 },
    ],
    [
      { status: 407, body: '{"type":"x"}' },
      { _tag: 'StatusError', status: 407, isServiceResponse: false },
    ],
  ])('ends with its error, and has asked once: %o', (answer, expected) => {
    const requests: Array<string> = []
    const http: Http = ({ url }) => {
      requests.push(url)
      return of({ ...answer, headers: {} })
    }
    const user = playedBank({ http }).user
    const mirror = createMirror({ database: new DatabaseSync(':memory:') })
    const ends: Array<unknown> = []
    mirror.sync(user, { id: played, priority: 'interactive' }).subscribe({ error: (error) => ends.push(error) })
    expect(ends).toMatchObject([expected])
    expect(requests).toEqual([expect.stringContaining('/authenticate')])
  })
})
