import { InvalidArgumentError } from 'commander'
import { parseInteger, parseMoment, parsePath, parsePort } from '../../lib/cli/optionParsers.js'

describe('parseInteger', () => {
  it('reads what is within its bounds', () => {
    expect(parseInteger(0)('0')).toBe(0)
    expect(parseInteger(1, 5)('5')).toBe(5)
    expect(parsePort('65535')).toBe(65_535)
  })

  it.each(['', ' ', '-1', '1.5', '1e3', '0x10', '１', 'many', '9'.repeat(17), '9007199254740992'])(
    'refuses %j',
    (text) => {
      expect(() => parseInteger(0)(text)).toThrow(InvalidArgumentError)
    },
  )

  it('says what it expected', () => {
    expect(() => parsePort('65536')).toThrow('Expected an integer, 0 to 65535.')
    expect(() => parseInteger(1)('0')).toThrow('Expected an integer, 1 or more.')
  })
})

describe('moment', () => {
  it('reads a moment with its offset, and a day as its beginning in UTC', () => {
    expect(parseMoment('2026-01-31T09:30:00.250Z')).toStrictEqual(new Date('2026-01-31T09:30:00.250Z'))
    expect(parseMoment('2026-01-31T09:30:00+02:00')).toStrictEqual(new Date('2026-01-31T07:30:00Z'))
    expect(parseMoment('2026-01-31')).toStrictEqual(new Date('2026-01-31T00:00:00Z'))
  })

  it.each(['', 'now', '2026-02-30', '2026-01-31T09:30:00', '31.01.2026', '1769817600000'])('refuses %j', (text) => {
    expect(() => parseMoment(text)).toThrow('Expected a date or time such as 2026-01-31 or 2026-01-31T09:30:00Z.')
  })
})

describe('path', () => {
  it('is any text but none', () => {
    expect(parsePath(' a b ')).toBe(' a b ')
    expect(() => parsePath('')).toThrow('Expected the path of a file.')
  })
})
