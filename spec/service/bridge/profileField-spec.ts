import { left, right } from 'fp-ts/lib/Either.js'
import { decode, decodersOf } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { fieldOf2018, fieldOf2021, fieldOf2021And2025, fieldOf2025 } from '../../../lib/service/bridge/profileField.js'

describe.each([
  ['bridge2018', fieldOf2018],
  ['bridge2021', fieldOf2021],
  ['bridge2025', fieldOf2025],
  ['bridge2021 and bridge2025', fieldOf2021And2025],
])('a field as in %s', (profiles, asIn) => {
  const row = record('row', { at: asIn(timestamp), account_id: asIn(id) }, {})

  it('is decoded and encoded as it is otherwise, and as fast', () => {
    const decoded = { at: new Date(0), account_id: 7 }
    expect(row.decode({ at: '1970-01-01T00:00:00Z', account_id: '7' })).toStrictEqual(right(decoded))
    expect(row.encode(decoded)).toStrictEqual({ at: '1970-01-01T00:00:00.000Z', account_id: 7 })
    expect([row.is(decoded), row.is({ ...decoded, account_id: '7' })]).toEqual([true, false])
    expect(decodersOf(row).fast?.({ at: '1970-01-01T00:00:00Z', account_id: 7 }, false)).toStrictEqual(decoded)
    expect(asIn(id).encode).toBe(id.encode)
  })

  it('is told with the profiles that have it, if it is missing', () => {
    const expected = `id, as in ${profiles}; does the service speak another version? (missing)`
    expect(decode(row, { at: '1970-01-01T00:00:00Z' })).toStrictEqual(left([{ path: '/account_id', expected }]))
  })

  it('leaves the codec that it is made of as it was', () => {
    expect(decode(id, 'x')).toStrictEqual(left([{ path: '', expected: 'id' }]))
  })
})
