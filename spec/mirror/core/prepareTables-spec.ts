import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { explainFailure } from '../../../lib/mirror/core/prepareTables.js'
import { marbles } from '../../helpers/marbles.js'

describe('a failure that the tables may explain', () => {
  it.each([
    ['that is not transient is the error of the check', new MirrorError({ reason: 'failed' }), '--#', '----#', '--^-!'],
    ['that the check does not explain stays', new MirrorError({ reason: 'failed' }), '--|', '----f', '--^-!'],
    ['that is transient stays, without a check', new MirrorError({ reason: 'busy' }), '--#', '--f', ''],
    ['that says of itself why there are no tables stays', new MirrorError({ reason: 'occupied' }), '--#', '--f', ''],
    ['that is no failure of the database stays, without a check', new Error('other'), '--#', '--f', ''],
  ])('%s', (_, failure, check, result, subscription) => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const check$ = cold<never>(check, {}, 'newer')
      const reported = cold('a-#', undefined, failure).pipe(explainFailure(MirrorError, check$))
      const error = result.includes('f') ? failure : 'newer'
      expectObservable(reported).toBe(`a${result.slice(1).replace('f', '#')}`, undefined, error)
      expectSubscriptions(check$.subscriptions).toBe(subscription === '' ? [] : [subscription])
    })
  })
})
