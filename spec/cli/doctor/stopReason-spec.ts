import { nothingOf } from '../../../lib/cli/doctor/examine.js'
import { nothingKnown } from '../../../lib/cli/doctor/initialDiagnosis.js'
import { whyStop } from '../../../lib/cli/doctor/stopReason.js'
import { described } from '../../../lib/index.js'
import { practice } from './practice.js'

const report = nothingOf({ key: 'items', operation: 'items.list', access: 'user' }, described, 'answered', '')
const examined = { report, found: {}, retryAfter: null, exchanges: [] }
const known = nothingKnown(practice().config)

describe('whyStop', () => {
  it.each([
    [44, 1000, null],
    [45, 1000, 'enough requests were sent'],
    [1, 1001, 'there was no time left'],
  ])('after %i requests and %i ms', (requests, duration, reason) => {
    expect(whyStop({ ...known, requests, duration }, examined, 1000)).toBe(reason)
  })
})
