import { left, right } from 'fp-ts/lib/Either.js'
import { decode } from '../../lib/codec/decode.js'
import { bank } from '../../lib/model/Bank.js'
import { isTotal, refusesEachField, roundTrips } from '../codec/laws.js'
import { samples } from './samples.js'

describe('bank', () => {
  it('keeps the laws', () => {
    roundTrips(bank)
    isTotal(bank)
  })

  it('requires only what is sure, and refuses each field of a wrong type', () => {
    refusesEachField(bank, { id: 1 })
    expect(bank.decode({ id: 1 })).toStrictEqual(right({ id: 1 }))
  })

  it('decodes an answer', () => {
    expect(bank.decode(samples.bank)).toStrictEqual(right(samples.bank))
  })

  it('points into the form', () => {
    expect(decode(bank, { id: 1, form: [{}, { maxLength: '4' }] })).toStrictEqual(
      left([{ path: '/form/1/maxLength', expected: 'number' }]),
    )
  })
})
