import { none } from 'fp-ts/lib/Option.js'
import { PagingError, TimeoutError } from '../../../lib/index.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { type FeedFailure, FeedsFailed } from '../../../lib/mirror/rounds/FeedsFailed.js'

const late = new TimeoutError({ operation: 'stocks.updated', page: none, timeout: 1 })
const endless = new PagingError({ operation: 'items.list', page: none, reason: 'loop' })

describe('FeedsFailed', () => {
  it('names the feeds, with what was wrong', () => {
    const error = new FeedsFailed({ failures: [{ feed: 'stocks', error: late }] })
    expect(error).toMatchObject({ _tag: 'FeedsFailed', name: 'FeedsFailed' })
    expect(error.message).toBe(`mirror: some feeds of the round failed: stocks: ${late.message}`)
  })

  it.each<[string, ReadonlyArray<FeedFailure>, boolean]>([
    ['all pass', [{ feed: 'stocks', error: late }], true],
    [
      'one does not',
      [
        { feed: 'stocks', error: late },
        { feed: 'items', error: endless },
      ],
      false,
    ],
    ['a row cannot be kept', [{ feed: 'items', error: new MirrorError({ reason: 'unwritable' }) }], false],
  ])('is transient only if each error is: %s', (_, failures, expected) => {
    expect(new FeedsFailed({ failures }).isTransient).toBe(expected)
  })
})
