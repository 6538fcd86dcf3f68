import { limitOption } from '../../../lib/cli/fleet/fleetOptions.js'

describe('a limit as an option', () => {
  it('is requests in a time', () => {
    expect(limitOption('2000/5m')).toStrictEqual({ requests: 2000, per: 300_000 })
    expect(limitOption('1/500ms')).toStrictEqual({ requests: 1, per: 500 })
  })

  it.each(['2000', '0/5m', '2000/', '2000/5', '-1/5m', '2.5/1s', '/5m', ''])('is not %j', (text) => {
    expect(() => limitOption(text)).toThrow('Expected requests and a time, such as 2000/5m.')
  })
})
