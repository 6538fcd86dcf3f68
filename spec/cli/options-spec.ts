import { InvalidArgumentError } from 'commander'
import { port, wholeNumber } from '../../lib/cli/options.js'

describe('wholeNumber', () => {
  it('reads what is within its bounds', () => {
    expect(wholeNumber(0)('0')).toBe(0)
    expect(wholeNumber(1, 5)('5')).toBe(5)
    expect(port('65535')).toBe(65_535)
  })

  it.each(['', ' ', '-1', '1.5', '1e3', '0x10', '１', 'many', '9'.repeat(17), '9007199254740992'])(
    'refuses %j',
    (text) => {
      expect(() => wholeNumber(0)(text)).toThrow(InvalidArgumentError)
    },
  )

  it('says what it expected', () => {
    expect(() => port('65536')).toThrow('Expected a whole number, 0 to 65535.')
    expect(() => wholeNumber(1)('0')).toThrow('Expected a whole number, 1 or more.')
  })
})
