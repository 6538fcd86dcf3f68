import { inspect } from 'node:util'
import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { plainDate } from '../../lib/base/codec/calendar.js'
import { copyCodec } from '../../lib/base/codec/copyCodec.js'
import { decode } from '../../lib/base/codec/decode.js'
import { id } from '../../lib/base/codec/id.js'
import type { Issue } from '../../lib/base/codec/issues.js'
import { list } from '../../lib/base/codec/list.js'
import { finite, integer, milliseconds } from '../../lib/base/codec/numbers.js'
import { object } from '../../lib/base/codec/object.js'
import { RecordType } from '../../lib/base/codec/record.js'
import type { Fields } from '../../lib/base/codec/RecordOf.js'
import { timestamp, validDate } from '../../lib/base/codec/timestamp.js'
import { uuid } from '../../lib/base/codec/uuid.js'
import { bankFormOptions, categoryOptions, sinceOptions } from '../../lib/client/operationOptions.js'
import { passwordOptions } from '../../lib/client/userIdentity.js'
import { accessToken, secret } from '../../lib/service/model/AccessToken.js'
import { envelope } from '../../lib/service/model/Envelope.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { ownCodecs, profileCodec } from '../../lib/service/profile/profileCodec.js'
import { changesConfig } from '../../lib/streams/polling/ChangesConfig.js'
import { callConfig } from '../../lib/streams/send/callConfig.js'
import { anyJson } from '../base/codec/laws.js'
import { brittle, canary, objectsOf, strange } from './values.js'

const scalars = {
  finite,
  id,
  integer: integer(1, 500),
  milliseconds: milliseconds(0),
  moment: validDate,
  object,
  plainDate,
  timestamp,
}
const resources = {
  ...documentedProfile.codecs,
  accessToken,
  page: envelope(documentedProfile.codecs.transaction),
  ids: list(id),
}
const options = {
  ...{
    bankFormOptions,
    callConfig,
    categoryOptions,
    changesConfig,
    copy: copyCodec,
    ownCodecs,
    passwordOptions,
    profileCodec,
  },
  sinceOptions,
}
const codecs = Object.entries<t.Mixed>({ ...scalars, uuid, secret, ...resources, ...options })

/** The names of the fields of a codec, and of what is in it. */
const namesIn = (codec: t.Mixed): ReadonlyArray<string> => {
  if (codec instanceof t.ArrayType) return namesIn(codec.type as t.Mixed)
  if (!(codec instanceof RecordType)) return []
  const { required, optional } = codec as RecordType<Fields, Fields>
  return Object.entries({ ...required, ...optional }).flatMap(([name, field]) => [name, ...namesIn(field)])
}

const optionNames = [
  'timeout',
  'headers',
  'since',
  'limit',
  'store',
  'process',
  'paths',
  'codecs',
  'language',
  'current',
]
const names = [...new Set([...codecs.flatMap(([, codec]) => namesIn(codec)), ...optionNames])]

const nested = objectsOf(
  names,
  fc.oneof(strange, anyJson, objectsOf(names, strange), fc.array(objectsOf(names, strange))),
)
const safe = fc.oneof(anyJson, strange)

/** What a JSON pointer leads to must be there, or at least what would hold it. */
const resolves = (input: unknown, path: string): boolean => {
  const keys = path === '' ? [] : path.slice(1).split('/')
  let value = input
  for (const key of keys.map((escaped) => escaped.replace(/~1/g, '/').replace(/~0/g, '~'))) {
    if (typeof value !== 'object' || value === null) return false
    value = (value as Record<string, unknown>)[key]
  }
  return true
}

/** Shows no getter, for it would throw. */
const shown = (value: unknown): string => inspect(value, { depth: 6 })

/** Whether all its fields can be read; encoding reads those, too, that a codec does not know. */
const isReadable = (value: unknown): boolean =>
  !inspect(value, { depth: 8, getters: true }).includes('Inspection threw')

describe.each(codecs)('the codec %s', (_, codec) => {
  it('answers any value, does not change it, and knows what it answers', () => {
    fc.assert(
      fc.property(safe, (input) => {
        const before = shown(input)
        const decoded = codec.decode(input)
        expect(shown(input)).toBe(before)
        if (isLeft(decoded)) return
        expect(codec.is(decoded.right)).toBe(true)
      }),
    )
  })

  /** What is refused is told in few issues that are short and to the point, and show no value. */
  const expectReported = (input: unknown): void => {
    const decoded = decode(codec, input)
    if (isRight(decoded)) return
    expect(decoded.left.length).toBeGreaterThan(0)
    expect(decoded.left.length).toBeLessThanOrEqual(10)
    // One `expect` for all issues: of so many values they took most of the time.
    const isToThePoint = ({ path, expected }: Issue): boolean =>
      Math.max(path.length, expected.length) <= 230 && (path === '' || resolves(input, path))
    expect(decoded.left.filter((issue) => !isToThePoint(issue))).toHaveLength(0)
    expect(JSON.stringify(decoded.left)).not.toContain(canary)
  }

  it('tells what is wrong, of fields that throw too', () => {
    fc.assert(fc.property(fc.oneof(nested, strange), expectReported), { numRuns: 150 })
  })

  it('refuses what throws when it is looked at, or leaves it alone', () => {
    for (const [, value] of brittle)
      for (const input of [value, [value], { resources: [value] }, ...names.map((key) => ({ id: 1, [key]: value }))])
        expectReported(input)
  })

  it('decodes what it encodes to the same again', () => {
    fc.assert(
      fc.property(fc.oneof(safe, nested), (input) => {
        const decoded = decode(codec, input)
        // What is encoded is a plain object: a Date or a Map, which no JSON is, jest compares by more than its fields.
        if (isLeft(decoded) || !/^\[object (Object|Array)\]$/.test(Object.prototype.toString.call(input))) return
        if (!isReadable(input)) return
        const again = decode(codec, codec.encode(decoded.right))
        expect(again).toEqual(decoded)
      }),
      { numRuns: 200 },
    )
  })

  it('tells of a huge key and a huge text in a few words', () => {
    const decoded = decode(codec, { ['k'.repeat(1_000_000)]: 1, id: 'x'.repeat(1_000_000) })
    if (isLeft(decoded)) expect(JSON.stringify(decoded.left).length).toBeLessThan(5000)
    else expect(codec.is(decoded.right)).toBe(true)
  })
})

describe('a codec that nobody named, and that throws', () => {
  it('is told in a few words', () => {
    const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`field${String(n)}`, t.string]))
    const decoded = decode(t.type(fields), brittle[0]?.[1])
    expect(isLeft(decoded) && decoded.left.map(({ expected }) => expected.length <= 230)).toStrictEqual([true])
  })
})

describe('a moment as text', () => {
  const day = 86_400_000
  const first = Date.parse('0000-01-01T00:00:00.000Z')
  const last = Date.parse('9999-12-31T23:59:59.999Z')
  const edges = [first, last, Date.UTC(2016, 11, 31, 23, 59, 59, 999), Date.UTC(2000, 1, 29), Date.UTC(1900, 1, 28), 0]
  const near = fc
    .tuple(fc.constantFrom(...edges), fc.integer({ min: -2 * day, max: 2 * day }))
    .map(([edge, off]) => edge + off)
  const offsets = fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 })

  /** As a clock with such an offset shows it; `undefined` where its year has not four digits. */
  const written = (ms: number, offset: number): string | undefined => {
    const text = new Date(ms + offset * 60_000).toISOString()
    const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
      String(n).padStart(2, '0'),
    )
    return text.length === 24
      ? `${text.slice(0, 23)}${offset < 0 ? '-' : '+'}${String(hours)}:${String(minutes)}`
      : undefined
  }

  it('is the same moment with every offset, at the ends of the calendar, of leap years and of leap seconds', () => {
    fc.assert(
      fc.property(near, offsets, (ms, offset) => {
        const text = written(ms, offset)
        if (text === undefined) return
        const decoded = timestamp.decode(text)
        if (ms < first || ms > last) expect(isLeft(decoded)).toBe(true)
        else expect(decoded).toStrictEqual({ _tag: 'Right', right: new Date(ms) })
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    '1972-06-30T23:59:60Z',
    '2016-12-31T23:59:60.000Z',
    '2016-12-31T18:59:60-05:00',
    '2017-01-01T00:59:60+01:00',
  ])('is not a leap second, which no Date can hold: %s', (text) => {
    expect(isLeft(timestamp.decode(text))).toBe(true)
  })
})
