import fc from 'fast-check'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { none, some } from 'fp-ts/lib/Option.js'
import { decode } from '../../../lib/base/codec/decode.js'
import { type Envelope, envelope, nextUri, previousUri, rawEnvelope } from '../../../lib/service/model/Envelope.js'
import { type Transaction, transaction } from '../../../lib/service/model/Transaction.js'
import { user } from '../../../lib/service/model/User.js'
import { isTotal, roundTrips, wire } from '../../base/codec/laws.js'
import { samples } from './samples.js'

const page = envelope(transaction)

const wirePage = fc.record(
  {
    resources: fc.array(wire(transaction), { maxLength: 3 }),
    pagination: fc.constantFrom(null, {}, { previous_uri: null, next_uri: '' }, { next_uri: '/v2/x?after=a' }),
  },
  { requiredKeys: ['resources'], noNullPrototype: true },
)

describe('envelope', () => {
  it('keeps the laws', () => {
    roundTrips(page, wirePage)
    roundTrips(rawEnvelope, wirePage)
    isTotal(page)
    isTotal(rawEnvelope)
  })

  it('is one codec for each codec of rows', () => {
    expect(envelope(transaction)).toBe(page)
    expect(envelope(user)).not.toBe(page)
  })

  it('decodes each row with the codec, whichever it is', () => {
    const decoded = page.decode({ resources: [samples.transaction], pagination: null })
    const typed: Envelope<Transaction> | false = isRight(decoded) && decoded.right
    expect(typed && typed.resources[0]?.updated_at).toStrictEqual(new Date(samples.transaction.updated_at))
    expect(envelope(user).decode({ resources: [samples.user] })).toStrictEqual(right({ resources: [samples.user] }))
  })

  it('points at the wrong row of three', () => {
    const wrong = { ...samples.transaction, updated_at: '2021-02-30T00:00:00.000Z' }
    expect(decode(page, { resources: [samples.transaction, wrong, samples.transaction] })).toStrictEqual(
      left([{ path: '/resources/1/updated_at', expected: 'timestamp' }]),
    )
  })

  it('refuses what is no page', () => {
    const expected = 'list of transaction'
    expect(decode(page, {})).toStrictEqual(left([{ path: '/resources', expected: `${expected} (missing)` }]))
    expect(decode(page, { resources: null })).toStrictEqual(left([{ path: '/resources', expected }]))
    expect(decode(page, [])).toStrictEqual(left([{ path: '', expected: 'page of transaction' }]))
    expect(decode(page, { resources: [], pagination: { next_uri: 5 } })).toStrictEqual(
      left([{ path: '/pagination/next_uri', expected: 'string' }]),
    )
    expect(decode(page, { resources: [], pagination: [] })).toStrictEqual(
      left([{ path: '/pagination', expected: 'pagination' }]),
    )
  })

  it('leaves the rows of a raw page alone', () => {
    const resources = [{ id: 'x' }, null, 3]
    expect(rawEnvelope.decode({ resources })).toStrictEqual(right({ resources }))
  })

  it('has a link if a non-empty one was sent', () => {
    for (const pagination of [
      undefined,
      null,
      {},
      { next_uri: null, previous_uri: null },
      { next_uri: '', previous_uri: '' },
    ]) {
      expect(nextUri({ resources: [], pagination })).toStrictEqual(none)
      expect(previousUri({ resources: [], pagination })).toStrictEqual(none)
    }
    const between = { resources: [], pagination: { next_uri: '/v2/x?after=a', previous_uri: '/v2/x?before=b' } }
    expect(nextUri(between)).toStrictEqual(some('/v2/x?after=a'))
    expect(previousUri(between)).toStrictEqual(some('/v2/x?before=b'))
  })
})
