import { none } from 'fp-ts/lib/Option.js'
import { judge } from '../../lib/fleet/judge.js'
import { AuthenticationError, DecodeError, StatusError } from '../../lib/index.js'

const place = { operation: 'stocks.updated', page: none }
const silent = { type: none, detail: none }
const answered = (status: number, isServiceAnswer = true): StatusError =>
  new StatusError({ ...place, ...silent, status, retryAfter: none, isServiceAnswer })

describe('judge', () => {
  it.each([302, 400, 401, 403, 404])('takes a %i that is not of the service for a failure that passes', (status) => {
    expect([0, 9, 1000].map((failures) => judge(answered(status, false), failures)._tag)).toEqual(
      Array(3).fill('Failed'),
    )
  })

  it('takes no JSON for a failure that passes, and JSON of another shape for one of this user', () => {
    const verdicts = (['empty', 'not-json', 'shape'] as const).map(
      (reason) => judge(new DecodeError({ ...place, reason }), 0)._tag,
    )
    expect(verdicts).toEqual(['Failed', 'Failed', 'Poison'])
  })

  it.each([400, 403, 404])('sets the user of a %i aside', (status) => {
    expect(judge(answered(status), 0)._tag).toBe('Poison')
  })

  it.each([answered(401), new AuthenticationError({ ...silent, status: 401 })])(
    'sets a user aside after ten refusals in a row: %s',
    (error) => {
      expect([0, 8, 9].map((failures) => judge(error, failures)._tag)).toEqual(['Failed', 'Failed', 'Poison'])
    },
  )
})
