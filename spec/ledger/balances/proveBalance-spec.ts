import { parseProofState } from '../../../lib/ledger/balances/ProofState.js'
import { hour, type HourlyRounds, hourlyRounds, lasting, provenRounds } from './hourlyRounds.js'

/** Runs the rounds in which a difference lasts, with another balance of the bank among them; expects that the last one reports it. */
const expectReport = (one: HourlyRounds, difference: bigint): void => {
  expect(one.run(2)).toEqual([])
  one.tell()
  expect(one.run(lasting - 2)).toEqual([[lasting - 2, difference]])
}

describe('the proof of a balance', () => {
  it('begins after a day in which balance and rows changed by the same amount, and expects what the rows give', () => {
    const { run, round, book, state } = hourlyRounds()
    expect(run(10)).toEqual([])
    book(-500n)
    expect(run(13)).toEqual([])
    expect(round()).toMatchObject({ status: 'waiting', isReported: false, isOpen: true })
    expect(state()?.constant).toBeUndefined()
    expect(round()).toMatchObject({ status: 'agrees', expected: 9_500n, isReported: false, isOpen: false })
    expect(state()?.constant).toMatchObject({ offset: 3_000n, firstDay: '2026-01-15' })
    book(-1_000n)
    expect(round()).toMatchObject({ status: 'agrees', expected: 8_500n, isOpen: false })
  })

  it('does not begin with the offset of a row that follows its balance by half a day', () => {
    const { run, book, state } = hourlyRounds()
    run(10)
    book(-700n, { row: false })
    run(6)
    book(-50n)
    run(6)
    book(-700n, { balance: false })
    run(1)
    book(-20n)
    run(10)
    expect(state()?.constant).toMatchObject({ offset: 3_000n })
  })

  it('does not begin while the rows are newer than the balance, or while rows may be on their way', () => {
    const early = hourlyRounds()
    early.bank.rowsAt += 2 * hour
    expect([early.run(40), early.state()?.constant]).toEqual([[], undefined])
    early.tell()
    early.run(1)
    expect(early.state()?.constant).toBeDefined()

    const slow = hourlyRounds()
    slow.bank.overlap = 30 * hour
    expect([slow.run(30), slow.state()?.constant]).toEqual([[], undefined])
    slow.run(1)
    expect(slow.state()?.constant).toBeDefined()
  })

  it.each<[string, (one: HourlyRounds) => void, bigint]>([
    ['a row that is lost', ({ book }) => book(-700n, { row: false }), -700n],
    ['a row that is doubled', ({ book }) => book(-700n, { balance: false }), 700n],
    ['a changed amount that was not delivered', ({ book }) => book(123n, { row: false }), 123n],
    [
      'a removed row that stays',
      ({ bank, book }) => {
        book(0n)
        bank.reported += 900n
      },
      900n,
    ],
  ])('reports %s once that has lasted for two days, and calls it pending before', (_, happen, difference) => {
    const one = provenRounds()
    happen(one)
    expect(one.round()).toMatchObject({ status: 'pending', isReported: false })
    one.book(-100n)
    expect(one.run(lasting - 3)).toEqual([])
    expect(one.round()).toMatchObject({ status: 'pending', isReported: false, isOpen: true })
    const { bank } = one
    const step = one.round()
    expect(step).toMatchObject({ status: 'mismatch', isReported: true, isOpen: false })
    expect(bank.reported - (step.expected ?? 0n)).toBe(difference)
    one.book(-200n)
    expect(one.run(3 * lasting)).toEqual([])
    expect(one.round()).toMatchObject({ status: 'mismatch' })
    expect(one.state()?.raised).toMatchObject({ offset: 3_000n + difference })
  })

  it('reports a difference that lasts if the balance is not told again, but not before all lists were compared', () => {
    const one = provenRounds()
    one.book(-700n, { row: false })
    expect(one.run(100)).toEqual([[lasting, -700n]])

    const hasty = provenRounds()
    hasty.bank.tolerance = hour
    hasty.book(-700n, { row: false })
    expect(hasty.run(100)).toEqual([[25, -700n]])
  })

  it('reports within an hour and three rounds with such a tolerance, if the balance is told again', () => {
    const one = provenRounds()
    one.bank.tolerance = hour
    one.book(-700n, { row: false })
    expect(one.run(2)).toEqual([])
    one.tell()
    expect(one.run(1)).toEqual([[1, -700n]])
  })

  it('is quiet about a row that the bank books before it tells the balance, however long that takes', () => {
    const one = provenRounds()
    one.book(-700n, { balance: false })
    expect(one.run(100)).toEqual([])
    one.book(-700n, { row: false })
    expect(one.run(100)).toEqual([])
    expect(one.state()).toMatchObject({ constant: { offset: 3_000n } })
  })

  it('is quiet about a row that follows its balance within two days, even if the balance is told again before', () => {
    const one = provenRounds()
    one.book(-700n, { row: false })
    expect(one.run(20)).toEqual([])
    one.tell()
    expect(one.run(28)).toEqual([])
    one.book(-700n, { balance: false })
    expect(one.round()).toMatchObject({ status: 'agrees' })
    expect(one.run(100)).toEqual([])
  })

  it('is quiet while differences come and go', () => {
    const one = provenRounds()
    for (let time = 0; time < 200; time++) {
      one.book(-10n * BigInt(time), { row: false })
      expect(one.run(1)).toEqual([])
      one.book(-10n * BigInt(time), { balance: false })
      expect(one.run(1)).toEqual([])
    }
  })

  it('is quiet about a bank whose rows always follow their balance by six hours', () => {
    const one = provenRounds()
    for (let time = 0; time < 100; time++) {
      one.book(-10n * BigInt(time), { row: false })
      expect(one.run(6)).toEqual([])
      one.book(-10n * BigInt(time), { balance: false })
      one.book(-10n * BigInt(time + 1), { row: false })
      expect(one.run(6)).toEqual([])
      one.book(-10n * BigInt(time + 1), { balance: false })
    }
  })

  it('forgets a difference that is gone, and reports the next one', () => {
    const one = provenRounds()
    one.book(-700n, { row: false })
    expectReport(one, -700n)
    one.bank.sum -= 700n
    expect(one.round()).toMatchObject({ status: 'agrees', isReported: false })
    expect(one.state()).not.toHaveProperty('raised')
    one.book(-700n, { row: false })
    expectReport(one, -700n)
  })

  it('reports a second difference, with both together', () => {
    const one = provenRounds()
    one.book(-700n, { row: false })
    expectReport(one, -700n)
    one.book(-50n, { row: false })
    expectReport(one, -750n)
  })

  it('begins with the offset of the last day, if rows came without a balance before', () => {
    const one = hourlyRounds()
    one.run(3)
    one.book(-300n, { balance: false })
    one.tell()
    expect(one.run(30)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 3_300n })
    one.book(-700n, { row: false })
    expectReport(one, -700n)
  })

  it('begins anew if it has begun while a row followed its balance', () => {
    const one = hourlyRounds()
    one.run(3)
    one.book(-700n, { row: false })
    one.run(25)
    expect(one.state()?.constant).toMatchObject({ offset: 2_300n })
    one.book(-700n, { balance: false })
    one.tell()
    expect(one.run(10)).toEqual([])
    one.book(-50n, { row: false })
    expect(one.run(10)).toEqual([])
    one.book(-50n, { balance: false })
    one.tell()
    expect(one.run(80)).toEqual([])
    expect(one.round()).toMatchObject({ status: 'agrees' })
    expect(one.state()?.constant).toMatchObject({ offset: 3_000n })
  })

  it('begins anew with a state that it cannot read, also one of an earlier version', () => {
    for (const text of [
      '',
      '{}',
      'null',
      '[]',
      '{"reported":"1","sum":"1e9","rowsAt":0,"balances":[]}',
      '{"sum":"x"}',
      '\0',
      '{"sum":"1","rowsAt":0,"oldSum":"0","earliestDay":""}',
    ])
      expect(parseProofState(text)).toBeUndefined()
    expect(parseProofState('{"reported":"2","sum":"1","rowsAt":0,"balances":[{"reported":"3","until":4}]}')).toEqual({
      reported: 2n,
      sum: 1n,
      rowsAt: 0,
      balances: [{ reported: 3n, until: 4 }],
    })
  })

  it('is exact beyond what a number can hold', () => {
    const one = hourlyRounds()
    one.bank.reported = 2n ** 70n
    one.run(25)
    one.book(1n, { row: false })
    expectReport(one, 1n)
  })
})
