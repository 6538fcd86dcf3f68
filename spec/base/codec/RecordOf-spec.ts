import * as t from 'io-ts'
import { id } from '../../../lib/base/codec/id.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'

type Same<A, B> = [A, B] extends [B, A] ? true : false

const visit = record('visit', { id }, { at: timestamp, note: t.string })

describe('RecordOf', () => {
  it('infers what is decoded', () => {
    interface Expected {
      readonly id: number
      readonly at?: Date | null | undefined
      readonly note?: string | null | undefined
    }
    const same: Same<t.TypeOf<typeof visit>, { [K in keyof Expected]: Expected[K] }> = true
    expect(visit.is({ id: 1 })).toBe(same)
  })

  it('infers what is encoded', () => {
    interface Expected {
      readonly id: number
      readonly at?: string | null | undefined
      readonly note?: string | null | undefined
    }
    const same: Same<t.OutputOf<typeof visit>, { [K in keyof Expected]: Expected[K] }> = true
    expect(same).toBe(true)
  })
})
