import { right } from 'fp-ts/lib/Either.js'
import { decode } from '../../../lib/base/codec/decode.js'
import { withMismatchListener } from '../../../lib/base/codec/issues.js'
import { bank } from '../../../lib/service/model/Bank.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('bank', () => {
  it('keeps the laws', () => {
    roundTrips(bank)
    isTotal(bank)
  })

  it('requires only what is sure, refuses what is shown and of a wrong type, and keeps what is assumed', () => {
    refusesEachField(bank, { id: 1 })
    expect(bank.decode({ id: 1 })).toStrictEqual(right({ id: 1 }))
  })

  it('decodes an answer', () => {
    expect(bank.decode(samples.bank)).toStrictEqual(right(samples.bank))
  })

  it('keeps a form of another shape, in part or as a whole, and tells where', () => {
    const reported: Array<string> = []
    const rows = [
      { id: 1, form: [{}, { maxLength: '4' }] },
      { id: 2, form: ['USER'] },
    ]
    for (const row of rows)
      expect(
        withMismatchListener(
          (path) => reported.push(path),
          () => decode(bank, row),
        ),
      ).toStrictEqual(right(row))
    expect(reported).toEqual(['/form/*/maxLength', '/form'])
  })
})
