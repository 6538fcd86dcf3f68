import { InvalidArgumentError } from 'commander'
import { moment, path, port, wholeNumber } from '../../lib/cli/optionParsers.js'

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

describe('moment', () => {
  it('reads a moment with its offset, and a day as its beginning in UTC', () => {
    expect(moment('2026-01-31T09:30:00.250Z')).toStrictEqual(new Date('2026-01-31T09:30:00.250Z'))
    expect(moment('2026-01-31T09:30:00+02:00')).toStrictEqual(new Date('2026-01-31T07:30:00Z'))
    expect(moment('2026-01-31')).toStrictEqual(new Date('2026-01-31T00:00:00Z'))
  })

  it.each(['', 'now', '2026-02-30', '2026-01-31T09:30:00', '31.01.2026', '1769817600000'])('refuses %j', (text) => {
    expect(() => moment(text)).toThrow('Expected a moment, as 2026-01-31 or 2026-01-31T09:30:00Z.')
  })
})

describe('path', () => {
  it('is any text but none', () => {
    expect(path(' a b ')).toBe(' a b ')
    expect(() => path('')).toThrow('Expected the path of a file.')
  })
})
