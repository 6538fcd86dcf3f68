import { none } from 'fp-ts/lib/Option.js'
import { AuthenticationError, ConfigError, DecodeError, PagingError, StatusError } from '../../../lib/index.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { judgeError, judgeRound } from '../../../lib/mirror/fleet/roundResult.js'

const place = { operation: 'stocks.updated', page: none }
const silent = { type: none, detail: none }
const answered = (status: number, isServiceResponse = true): StatusError =>
  new StatusError({ ...place, ...silent, status, retryAfter: none, isServiceResponse })

describe('judge', () => {
  it.each([302, 400, 401, 403, 404])('takes a %i that is not of the service for a failure that passes', (status) => {
    expect([0, 9, 1000].map((failures) => judgeRound(answered(status, false), failures)._tag)).toEqual(
      Array(3).fill('Failed'),
    )
  })

  it('takes no JSON for a failure that passes, and JSON of another shape for one of this user', () => {
    const verdicts = (['empty', 'not-json', 'shape'] as const).map(
      (reason) => judgeError(new DecodeError({ ...place, reason }))._tag,
    )
    expect(verdicts).toEqual(['Failed', 'Failed', 'Poison'])
  })

  it.each([400, 403, 404])('sets the feed of a %i aside', (status) => {
    expect(judgeError(answered(status))._tag).toBe('Poison')
  })

  it('takes a 407 for a failure that passes, however often', () => {
    expect([0, 9, 1000].map((failures) => judgeRound(answered(407), failures)._tag)).toEqual(Array(3).fill('Failed'))
  })

  it.each([new MirrorError({ reason: 'unwritable' }), new TypeError('mine'), new ConfigError({ issues: [] })])(
    'sets a user aside at once for what the service cannot mend: %s',
    (error) => {
      expect(judgeRound(error, 0)).toMatchObject({ _tag: 'Poison', isFromService: false })
    },
  )

  it.each([
    answered(401),
    answered(403),
    answered(422),
    new DecodeError({ operation: 'authenticate', page: none, reason: 'shape' }),
    new PagingError({ ...place, reason: 'loop' }),
    new AuthenticationError({ ...silent, status: 401 }),
  ])('sets a user aside after ten rounds in a row that the service has failed: %s', (error) => {
    expect([0, 8, 9].map((failures) => judgeRound(error, failures)._tag)).toEqual(['Failed', 'Failed', 'Poison'])
  })
})
