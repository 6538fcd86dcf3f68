import { concat, NEVER, of } from 'rxjs'
import { materializeAttempt } from '../../../lib/cli/doctor/examine.js'
import { createVirtualClock } from '../../../lib/index.js'

describe('tried', () => {
  it('gives up after 25 seconds, with what has come', () => {
    const clock = createVirtualClock()
    const reported: Array<unknown> = []
    materializeAttempt(concat(of('page'), NEVER), clock).subscribe((each) => reported.push(each))
    clock.advance(24_999)
    expect(reported).toStrictEqual([])
    clock.advance(1)
    expect(reported).toMatchObject([{ values: ['page'], end: { outcome: 'unanswered', reason: 'timeout' } }])
  })
})
