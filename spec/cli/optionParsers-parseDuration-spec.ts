import { InvalidArgumentError } from 'commander'
import { parseDuration } from '../../lib/cli/optionParsers.js'

describe('parseDuration', () => {
  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5s', 1500],
    ['5m', 300_000],
    ['5min', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['0s', 0],
  ])('reads %s', (text, milliseconds) => {
    expect(parseDuration(0)(text)).toBe(milliseconds)
  })

  it.each(['', '5', 's', '-1s', '1e3s', '5 s', '5S', '5w', '.5s', '1.s', 'NaNs', '12345678901s', '5s5s', '٣s'])(
    'refuses %p',
    (text) => {
      expect(() => parseDuration(0)(text)).toThrow(InvalidArgumentError)
    },
  )

  it('refuses what is too short, and says how long it must be', () => {
    expect(() => parseDuration(100)('99ms')).toThrow('500ms, 30s, 5m or 2h, 0.1 s or more.')
    expect(parseDuration(100)('100ms')).toBe(100)
  })
})
