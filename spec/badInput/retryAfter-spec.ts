import fc from 'fast-check'
import { isNone, isSome } from 'fp-ts/lib/Option.js'
import { lastValueFrom, of } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { retryAfter } from '../../lib/http/retryAfter.js'
import { createClient } from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { character } from '../helpers/text.js'

const day = 86_400_000
const wall = Date.UTC(2026, 0, 1, 12)

const pieces = fc.constantFrom(
  ...['0', '1', '120', '9'.repeat(400), 'e', 'E3', '0x', '0b1', '-', '+', '.', ',', '_', ' ', '\t', '\u00a0', '\u2003'],
  ...[
    'Infinity',
    'NaN',
    'null',
    'n',
    '٣',
    '１',
    '\0',
    '\n',
    's',
    ';',
    'GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT',
    '2026-01-01',
  ],
  ...[
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Thu, 01 Jan 2026 12:00:30 GMT',
    'Thu, 01 Jan 10000 00:00:00 GMT',
  ],
)
const header = fc.oneof(
  fc.array(pieces, { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: character }),
  fc.integer({ min: wall - 2 * day, max: wall + 2 * day }).map((ms) => new Date(ms).toUTCString()),
)

const olderDates = [/^\w+day, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/, /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/]

/** The forms that are read: digits, the one date that a sender may write, and the two older ones. */
const isRead = (text: string): boolean =>
  /^[0-9]+$/.test(text) ||
  olderDates.some((form) => form.test(text)) ||
  (/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) && !Number.isNaN(Date.parse(text)))

describe('a Retry-After, whatever it holds', () => {
  it('is nothing, or a finite time from 0 to a day', () => {
    fc.assert(
      fc.property(header, header, (text, date) => {
        const wait = retryAfter({ status: 503, headers: { 'retry-after': text, date }, body: '' }, wall)
        if (isNone(wait)) return
        expect(Number.isFinite(wait.value)).toBe(true)
        expect(wait.value).toBeGreaterThanOrEqual(0)
        expect(wait.value).toBeLessThanOrEqual(day)
      }),
      { numRuns: 1000 },
    )
  })

  it('is read in no form but digits and the three dates of HTTP, with no exponent, sign, base or fraction', () => {
    fc.assert(
      fc.property(header, (text) => {
        const wait = retryAfter({ status: 503, headers: { 'retry-after': text }, body: '' }, wall)
        expect(isSome(wait) && !isRead(text.trim())).toBe(false)
        if (/^\d{1,4}$/.test(text)) expect(wait).toStrictEqual({ _tag: 'Some', value: Number(text) * 1000 })
      }),
      { numRuns: 1000 },
    )
  })

  it.each<readonly [unknown, unknown]>([
    [5, 5000],
    [null, undefined],
    [{}, undefined],
    [['7'], 7000],
    [NaN, undefined],
  ])('is a StatusError still if a transport of one’s own gives %p', async (given, waited) => {
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      clock: createVirtualClock(),
      retry: { count: 0 },
      http: () => of({ status: 503, headers: { 'retry-after': given as string }, body: '' }),
    })
    const error: unknown = await lastValueFrom(client.banks.pages()).catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      _tag: 'StatusError',
      retryAfter: waited === undefined ? { _tag: 'None' } : { _tag: 'Some', value: waited },
    })
  })
})
