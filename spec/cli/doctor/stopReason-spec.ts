import { initialDiagnosis } from '../../../lib/cli/doctor/diagnose.js'
import { emptyReport } from '../../../lib/cli/doctor/examine.js'
import { stopReason } from '../../../lib/cli/doctor/stopReason.js'
import { documentedProfile } from '../../../lib/index.js'
import { practice } from './practice.js'

const report = emptyReport({ key: 'items', operation: 'items.list', access: 'user' }, documentedProfile, 'answered', '')
const examined = { report, subjects: {}, retryAfter: null, exchanges: [] }
const known = initialDiagnosis(practice().config)

describe('stopReason', () => {
  it.each([
    [44, 1000, null],
    [45, 1000, 'the maximum number of requests was sent'],
    [1, 1001, 'the deadline passed'],
  ])('after %i requests and %i ms', (requests, duration, reason) => {
    expect(stopReason({ ...known, requests, duration }, examined, 1000)).toBe(reason)
  })
})
