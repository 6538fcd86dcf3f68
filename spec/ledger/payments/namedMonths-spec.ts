import { monthOf, namedMonths } from '../../../lib/ledger/payments/namedMonths.js'
import { splitRuns, withoutAccents } from '../../../lib/ledger/payments/PaymentText.js'

const find = (text: string, date = '2026-04-05'): ReadonlyArray<number> =>
  Array.from(namedMonths(splitRuns(withoutAccents(text)), date))

const march = monthOf('2026-03-01')

describe('namedMonths', () => {
  it.each([
    'Miete März',
    'MIETE MAERZ',
    'Loyer mars 2026',
    'Rent March',
    'Mrz',
    '03/2026',
    '3.2026',
    '03 / 2026',
    '03/26',
  ])('finds March in %s', (text) => {
    expect(find(text)).toEqual([march])
  })

  it('finds a month with its year before it, and several months', () => {
    expect(find('2026-03')).toEqual([march])
    expect(find('Miete März und April')).toEqual([march, march + 1])
  })

  it('takes the nearest month without a year, and the year in the text', () => {
    expect(find('Dezember', '2027-01-04')).toEqual([monthOf('2026-12-01')])
    expect(find('janvier', '2026-12-29')).toEqual([monthOf('2027-01-01')])
    expect(find('März 2025')).toEqual([monthOf('2025-03-01')])
  })

  it.each(['', 'Miete 2026', 'Jan und Petra', 'Marc', '13/2026', '2026-3', '3 2026', 'Rate 3/12', 'RE 17'])(
    'finds none in %s',
    (text) => {
      expect(find(text)).toEqual([])
    },
  )
})
