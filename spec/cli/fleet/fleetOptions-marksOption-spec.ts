import { noticeDaysOption } from '../../../lib/cli/fleet/fleetOptions.js'

describe('noticeDaysOption', () => {
  it.each([
    ['7', [7]],
    ['30,7,1', [30, 7, 1]],
    ['3650', [3650]],
  ])('reads %s', (text, noticeDays) => expect(noticeDaysOption(text)).toEqual(noticeDays))

  it.each(['', '0', '7,', ',7', '7,7', '-1', '1.5', '3651', '07', '1e2', '7d', '30 7', '99999999999999999999'])(
    'refuses %j',
    (text) => expect(() => noticeDaysOption(text)).toThrow('Expected days before the end'),
  )
})
