import fc from 'fast-check'
import { clockSkewOf, commonSkew } from '../../../lib/cli/doctor/clockSkew.js'

const exchange = (date: string | undefined, sentAt: number, receivedAt: number) => ({
  operation: 'banks.list',
  status: 200,
  headers: date === undefined ? {} : { date },
  body: '',
  sentAt,
  receivedAt,
  duration: receivedAt - sentAt,
})

describe('skew', () => {
  it('has the true difference between its bounds, whatever the way takes', () => {
    const moments = fc.record({
      ahead: fc.integer({ min: -1e9, max: 1e9 }),
      sentAt: fc.integer({ min: 1.7e12, max: 1.8e12 }),
      out: fc.integer({ min: 0, max: 20_000 }),
      back: fc.integer({ min: 0, max: 20_000 }),
    })
    fc.assert(
      fc.property(fc.array(moments, { minLength: 1 }), fc.integer({ min: -1e9, max: 1e9 }), (each, ahead) => {
        const skews = each.flatMap(({ sentAt, out, back }) => {
          const written = new Date(sentAt + out + ahead).toUTCString()
          return clockSkewOf(exchange(written, sentAt, sentAt + out + back)) ?? []
        })
        const all = commonSkew(skews)
        expect(all?.min).toBeLessThanOrEqual(ahead)
        expect(all?.max).toBeGreaterThanOrEqual(ahead)
        for (const { min, max } of skews) {
          expect(all?.min).toBeGreaterThanOrEqual(min)
          expect(all?.max).toBeLessThanOrEqual(max)
        }
      }),
    )
  })

  it.each([undefined, '', 'yesterday', '2026-01-31T12:00:00Z', 'Sat, 31 Jan 2026 12:00:00', '0'])(
    'takes %j for no date',
    (date) => {
      expect(clockSkewOf(exchange(date, 0, 0))).toBeUndefined()
    },
  )

  it('says nothing of nothing, nor of what contradicts itself', () => {
    expect(commonSkew([])).toBeUndefined()
    expect(
      commonSkew([
        { min: 0, max: 10 },
        { min: 20, max: 30 },
      ]),
    ).toBeUndefined()
    expect(
      commonSkew([
        { min: 0, max: 10 },
        { min: 10, max: 30 },
      ]),
    ).toStrictEqual({ min: 10, max: 10 })
  })
})
