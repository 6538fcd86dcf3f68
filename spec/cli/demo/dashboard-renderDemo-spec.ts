import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { none } from 'fp-ts/lib/Option.js'
import picocolors from 'picocolors'
import { renderDemo } from '../../../lib/cli/demo/dashboard.js'
import { type DemoState, initialDemoState } from '../../../lib/cli/demo/DemoState.js'
import { act, at, reported, stateAfter, wholeDemo } from '../../helpers/demoEvents.js'

const colours = picocolors.createColors(true)
const plain = picocolors.createColors(false)
const whole = stateAfter(wholeDemo)

const drawn = (columns: number, rows: number, state: DemoState = whole): ReadonlyArray<string> =>
  renderDemo(state, { columns, rows, colors: plain, now: at(14) })

const widest = (lines: ReadonlyArray<string>): number => Math.max(...lines.map((line) => Array.from(line).length))
const stocksIn = (lines: ReadonlyArray<string>): number =>
  lines.filter((line) => / (EUR|USD|GBP) /.test(`${line} `)).length

describe('render', () => {
  it.each([
    [40, 15],
    [80, 24],
    [120, 40],
  ])('fills %d by %d, and wraps nowhere', (columns, rows) => {
    const lines = drawn(columns, rows)
    expect(lines).toHaveLength(rows)
    expect(widest(lines)).toBeLessThan(columns)
    expect(lines.at(-1)).toBe(' Ctrl-C to end')
  })

  it('fits any terminal, at any moment of a demo', () => {
    fc.assert(
      fc.property(fc.nat(220), fc.nat(70), fc.nat(wholeDemo.length), (columns, rows, events) => {
        const lines = renderDemo(stateAfter(wholeDemo.slice(0, events)), {
          columns,
          rows,
          colors: colours,
          now: at(14),
        })
        const texts = lines.map((line) => stripVTControlCharacters(line))
        expect(lines.length).toBeLessThanOrEqual(rows)
        expect(widest(['', ...texts])).toBeLessThanOrEqual(Math.max(columns - 1, 0))
        expect(texts.join('')).not.toMatch(/undefined|NaN|Infinity|Invalid/)
      }),
    )
  })

  it('says the same in colours', () => {
    const view = { columns: 100, rows: 30, now: at(14) }
    const coloured = renderDemo(whole, { ...view, colors: colours })
    expect(coloured.join('')).toContain('\x1b[32m')
    expect(coloured.map((line) => stripVTControlCharacters(line).trimEnd())).toStrictEqual(
      renderDemo(whole, { ...view, colors: plain }).map((line) => line.trimEnd()),
    )
  })

  it('shows everything on 80 columns', () => {
    const text = drawn(80, 24).join('\n')
    expect(text).toContain('rxbank demo  http://127.0.0.1:41679  seed 1')
    expect(text).toContain('token    ██████████████░░ #2  13 s left  until 12:00:27')
    expect(text).toContain('pages    ████████████████ 30,000 of 30,000  6,000 rows/s  60 pages')
    expect(text).toContain('refresh  ████████████████ finished  item 187000')
    expect(text).toContain('requests 1 sent, 1 retried, 1 refused')
    expect(text).toContain('retry     429, page 15 of transactions.list, next attempt in 1.0 s')
  })

  it('keeps what matters on 40 columns of 15 rows: all four states, prices, and the last of the log', () => {
    const lines = drawn(40, 15)
    expect(lines.slice(1, 5).map((line) => line.trim().split(' ')[0])).toStrictEqual([
      'token',
      'pages',
      'refresh',
      'requests',
    ])
    expect(lines[2]).toBe(' pages    ██████ 30,000  6,000 rows/s')
    expect(stocksIn(lines)).toBeGreaterThanOrEqual(4)
    expect(lines.at(-2)).toContain('token #2 until 12:00:27')
  })

  it('shows what changed last first, with the direction', () => {
    const table = drawn(120, 40).slice(8, 12)
    expect(table[0]).toMatch(/^ TICKER {2}STOCK +PRICE +CHANGE +UPDATED +HELD +VALUE$/)
    expect(table[1]).toMatch(/NWE +Nordwind Energie +11\.25 EUR +▲ 1\.25 +12:00:03 +12\.5 +140\.63 EUR/)
    expect(table[2]).toMatch(/SLRO +Silver Lake Robotics +1,234\.50 EUR +▼ 5\.50 +12:00:02/)
    expect(table[3]).not.toMatch(/[▲▼=]/)
  })

  it('aligns its columns', () => {
    const table = drawn(120, 40).slice(8, 20)
    const end = (table[0] ?? '').indexOf('PRICE') + 'PRICE'.length
    expect(table.slice(1).map((line) => line.indexOf(' EUR') + ' EUR'.length)).toStrictEqual(Array(11).fill(end))
  })

  it('shows a token that is about to end without going below nothing', () => {
    const late = renderDemo(whole, { columns: 80, rows: 24, colors: plain, now: at(100) })
    expect(late.join('\n')).toContain('token    ░░░░░░░░░░░░░░░░ #2  0.0 s left')
  })

  it('draws a demo that has just begun', () => {
    expect(drawn(80, 24, initialDemoState).join('\n')).toContain('token    loading')
    const started = stateAfter([act(0, { _tag: 'ListStarted', list: 1, rows: 30_000 })])
    expect(drawn(80, 24, started).join('\n')).toContain('pages    ░░░░░░░░░░░░░░░░ 0 of 30,000  0 rows/s')
  })

  it('shows how far a refresh is', () => {
    const running = stateAfter([
      act(0, { _tag: 'RefreshStarted', item_id: 7 }),
      act(1, {
        _tag: 'RefreshStatusReceived',
        item_id: 7,
        status: 'retrieving_data',
        accounts: 1,
        total_accounts: 3,
        last: false,
      }),
    ])
    expect(drawn(80, 24, running).join('\n')).toContain('refresh  ████████░░░░░░░░ retrieving_data 1/3  item 7, 14 s')
    expect(drawn(40, 15, running).join('\n')).toContain(' refresh  ███░░░ retrieving_data 1/3\n')
  })

  it('says of a cool-down whose requests wait, and for how long', () => {
    const limited = reported(2, {
      _tag: 'BudgetChanged',
      operation: 'transactions.list',
      scope: 'user',
      limit: none,
      per: none,
      remaining: none,
      waiting: 0,
      coolDown: 3000,
    })
    const lines = drawn(80, 24, stateAfter([...wholeDemo, limited]))
    expect(lines.at(-3)).toBe(" 12:00:02  cool-down the user's requests are paused for 3.0 s")
  })

  it.each(['token', 'pages', 'fault', 'retry', 'refresh', 'cool-down', 'circuit', 'error'] as const)(
    'parts the word %s of a log entry from its text, on a wide and on a narrow screen',
    (kind) => {
      const state: DemoState = { ...whole, log: [{ time: at(1), kind, tone: 'plain', text: 'text' }] }
      for (const columns of [40, 80])
        expect(drawn(columns, 24, state).find((line) => line.includes(kind) && line.endsWith('text'))).toMatch(
          new RegExp(`^ 12:00:01 {2}${kind} +text$`),
        )
    },
  )
})
