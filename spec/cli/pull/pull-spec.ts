import { progressLine, summary } from '../../../lib/cli/pull/pull.js'

const progress = { resource: 'transactions', rows: 20_000, rejected: 0, pages: 40, ms: 2000 }

describe('progress', () => {
  it('says first what matters most', () => {
    const text = progressLine(progress).map((span) => (typeof span === 'string' ? span : span[1]))
    expect(text.join('')).toBe('20,000 transactions  40 pages  2.0 s  10,000/s')
  })

  it('ends with a line of what was done', () => {
    expect(summary(progress, undefined)).toBe('20,000 transactions in 40 pages and 2.0 s')
    expect(summary({ ...progress, pages: 1 }, 'a.ndjson')).toBe(
      '20,000 transactions in 1 page and 2.0 s, written to a.ndjson',
    )
    expect(summary({ ...progress, resource: 'categories', rows: 1, pages: 1 }, undefined)).toBe(
      '1 category in 1 page and 2.0 s',
    )
    expect(summary({ ...progress, rejected: 1 }, undefined)).toBe(
      '20,000 transactions in 40 pages and 2.0 s, without 1 row that could not be decoded',
    )
  })
})
