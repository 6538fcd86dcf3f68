import { isRight } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { bridge2025 } from '../../../lib/service/bridge/bridge2025.js'
import { envelope } from '../../../lib/service/model/Envelope.js'
import { itemState } from '../../../lib/service/profile/itemState.js'
import type { ServiceProfile } from '../../../lib/service/profile/ServiceProfile.js'
import type { Answer } from '../../fixtures/Answer.js'
import { bridge2025Responses } from '../../fixtures/bridge2025.js'

const profile = bridge2025 as unknown as ServiceProfile
const before = bridge2021 as unknown as ServiceProfile

const codecOf = ({ codecs, nested }: ServiceProfile, { of, isPage }: Answer): t.Type<unknown, unknown> => {
  const codec = codecs[of] as t.Type<unknown, unknown>
  if (!isPage) return codec
  const row = of === 'category' ? nested?.categories?.row(codecs.category) : codec
  return envelope(row as t.Type<unknown, unknown>) as t.Mixed
}

const cases = bridge2025Responses.map(([source, answer]) => [answer.title, source, answer] as const)

describe('an answer as of 2025-01-15', () => {
  it.each(cases)('%s (%s) is read', (_title, _source, answer) => {
    const codec = codecOf(profile, answer)
    const decoded = decode(codec, answer.body)
    if (!isRight(decoded)) throw new Error(JSON.stringify(decoded))
    expect(JSON.parse(JSON.stringify(codec.encode(decoded.right)))).toMatchObject(
      JSON.parse(JSON.stringify(answer.body).replace(/25Z/g, '25.000Z')) as object,
    )
  })

  it('has moments as dates, with their milliseconds', () => {
    const [, answer] = bridge2025Responses.find(([, { title }]) => title === 'an item') ?? []
    const decoded = decode(profile.codecs.item, answer?.body)
    expect(decoded).toMatchObject({
      right: {
        authentication_expires_at: new Date('2026-11-28T10:00:00.000Z'),
        last_try_refresh: new Date('2026-09-11T05:12:44.120Z'),
      },
    })
  })

  it.each(cases.filter(([, , { of }]) => of === 'item'))(
    '%s (%s) is not one as of 2021-06-01, which is told',
    (_title, _source, answer) => {
      expect(decode(codecOf(before, answer), answer.body)).toMatchObject({
        left: [{ expected: 'id, as in bridge2021; does the service speak another version? (missing)' }],
      })
    },
  )

  it.each(['account', 'bank', 'item', 'stock', 'transaction'] as const)(
    'of another API version is refused with the name of this one: %s',
    (name) => {
      const decoded = decode(profile.codecs[name], { id: 1, amount: 1, date: '2024-11-09', status: 0, updated_at: '' })
      expect(JSON.stringify(decoded)).toContain('as in bridge2025; does the service speak another version?')
    },
  )
})

describe('what to do about an item as of 2025-01-15', () => {
  it.each([
    [0, 'ok'],
    [1010, 'enterCode'],
    [402, 'logIn'],
    [-2, 'wait'],
  ])('is by the numbers of before: %d is %s', (status, action) => {
    expect(itemState(bridge2025, { status })).toEqual({ _tag: action })
  })
})

describe('the filters of 2025-01-15', () => {
  const { banks, transactions } = bridge2025.filters ?? {}

  it('write several words in one parameter, and read them again', () => {
    const format = banks?.countryCodes?.format as t.Type<ReadonlyArray<string>, string>
    expect(format.encode(['FR', 'ES'])).toBe('FR,ES')
    expect(decode(format, 'FR,ES')).toMatchObject({ right: ['FR', 'ES'] })
    expect([format.is(['FR']), format.is([]), format.is(['FR', '']), format.is('FR')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(decode(format, '')).toMatchObject({ left: [{ expected: 'a list of words' }] })
  })

  it('tell moments of changes from days of transactions', () => {
    const formats = Object.entries(transactions ?? {}).map(([name, { parameter, format }]) => [
      name,
      parameter,
      format.name,
    ])
    expect(formats).toEqual([
      ['since', 'since', 'timestamp'],
      ['until', 'until', 'timestamp'],
      ['minDate', 'min_date', 'date (YYYY-MM-DD)'],
      ['maxDate', 'max_date', 'date (YYYY-MM-DD)'],
      ['accountId', 'account_id', 'id'],
    ])
  })
})
