import picocolors from 'picocolors'
import { resourceTable } from '../../../lib/cli/pull/rowFormat.js'

const plain = picocolors.createColors(false)
const rows = [
  { raw: 'X-1', id: 7, name: 'Cheques', amount: 1200.5, parts: [1] },
  { raw: 'X-22', id: 12, name: null, amount: -3, parts: [] },
]

describe('table', () => {
  it('shows the fields that fit into a cell, what one looks for first', () => {
    expect(resourceTable(80, plain)(rows)).toStrictEqual([
      ' ID  NAME     AMOUNT  RAW',
      '  7  Cheques  1200.5  X-1',
      ' 12               -3  X-22',
    ])
  })

  it('leaves out the columns for which there is no room, and keeps one at least', () => {
    expect(resourceTable(14, plain)(rows)).toStrictEqual([' ID  NAME', '  7  Cheques', ' 12'])
    expect(resourceTable(1, plain)(rows)).toStrictEqual([' ID', '  7', ' 12'])
  })

  it('continues with the columns of the first page that has rows', () => {
    const lines = resourceTable(80, plain)
    expect(lines([])).toStrictEqual([])
    expect(lines([{ id: 1, name: 'Cheques' }])).toHaveLength(2)
    expect(lines([{ id: 2, name: 'A longer name', more: 'x' }])).toStrictEqual(['  2  A long…'])
  })

  it('cuts long texts, and lets none steer the terminal', () => {
    const [, line = ''] = resourceTable(80, plain)([{ name: `\u001b[31m${'x'.repeat(100)}` }])
    expect(line).toBe(` ?[31m${'x'.repeat(26)}…`)
  })
})
