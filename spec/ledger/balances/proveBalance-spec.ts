import { parseProofState, printProofState, type ProofState } from '../../../lib/ledger/balances/ProofState.js'
import { type ProofReading, type ProofStep, proveBalance } from '../../../lib/ledger/balances/proveBalance.js'

const hour = 60 * 60_000
const start = Date.UTC(2026, 0, 15, 12)

/** A bank whose account has rounds once an hour; each round reads what `bank` has at its time. */
const rounds = (since?: string) => {
  let state: ProofState | undefined
  let time = start
  const bank = {
    reported: 10_000n,
    reportedAt: start - hour,
    sum: 7_000n,
    rowsAt: start - hour,
    firstDay: '2025-12-01',
    oldSum: 0n,
    lateSum: 0n,
    /** How long changes of rows may be on their way. */
    overlap: 5 * 60_000,
  }

  const round = (): ProofStep => {
    const reading: ProofReading = { ...bank, now: time }
    const step = proveBalance(state, reading, since)
    state = parseProofState(printProofState(step.state))
    expect(state).toEqual(step.state)
    time += hour
    return step
  }
  /** Runs rounds; returns the differences that were reported, each with the number of its round. */
  const run = (count: number): ReadonlyArray<readonly [round: number, difference: bigint]> =>
    Array.from({ length: count }, (_, index) => ({ index: index + 1, reported: bank.reported, ...round() })).flatMap(
      ({ index, reported, isReported, expected }): ReadonlyArray<readonly [number, bigint]> =>
        isReported && expected !== undefined ? [[index, reported - expected]] : [],
    )
  return {
    bank,
    run,
    round,
    state: () => state,
    /** The bank books a row, and tells the balance at the same moment, unless one of them is left out. */
    book: (units: bigint, { row = true, balance = true } = {}) => {
      if (row) bank.sum += units
      if (row) bank.rowsAt = time
      if (balance) bank.reported += units
      if (balance) bank.reportedAt = time
    },
    /** The bank tells the balance again. */
    tell: () => {
      bank.reportedAt = time
    },
  }
}

type Bank = ReturnType<typeof rounds>

/** A bank whose proof has begun, and was confirmed by a balance that was told later. */
const proven = (): Bank => {
  const one = rounds()
  expect(one.run(3)).toEqual([])
  one.book(-500n)
  expect(one.run(1)).toEqual([])
  expect(one.state()?.constant).toMatchObject({ offset: 3_000n, isConfirmed: true })
  return one
}

describe('the proof of a balance', () => {
  it('begins with the offset of three rounds within an hour, and expects what the rows give', () => {
    const { run, round, book, state } = rounds()
    expect(run(2)).toEqual([])
    expect(state()?.constant).toBeUndefined()
    expect(round()).toMatchObject({ expected: 10_000n, isReported: false, isOpen: false })
    expect(state()?.constant).toMatchObject({ offset: 3_000n, isConfirmed: false, firstDay: '2025-12-01' })
    book(-1_000n)
    expect(round()).toMatchObject({ expected: 9_000n, isOpen: false })
  })

  it('does not begin while the rows are newer than the balance, or while rows may be on their way', () => {
    const early = rounds()
    early.bank.rowsAt = start + hour / 2
    expect([early.run(9), early.state()?.constant]).toEqual([[], undefined])
    early.tell()
    early.run(1)
    expect(early.state()?.constant).toBeDefined()

    const slow = rounds()
    slow.bank.overlap = 5 * hour
    expect([slow.run(5), slow.state()?.constant]).toEqual([[], undefined])
    slow.run(1)
    expect(slow.state()?.constant).toBeDefined()
  })

  it.each<[string, (bank: Bank) => void, bigint]>([
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
  ])('reports %s once the balance was told again', (_, happen, difference) => {
    const one = proven()
    happen(one)
    expect(one.run(2)).toEqual([])
    one.book(-100n)
    expect(one.run(1)).toEqual([[1, difference]])
    one.book(-200n)
    expect(one.run(5)).toEqual([])
    expect(one.state()?.raised).toMatchObject({ offset: 3_000n + difference })
  })

  it('reports a difference at the latest after a day, by then all lists were compared', () => {
    const one = proven()
    one.book(-700n, { row: false })
    expect(one.run(30)).toEqual([[25, -700n]])
  })

  it('is quiet about a row that the bank books before it tells the balance, however long that takes', () => {
    const one = proven()
    one.book(-700n, { balance: false })
    expect(one.run(100)).toEqual([])
    one.book(-700n, { row: false })
    expect(one.run(50)).toEqual([])
    expect(one.state()).toMatchObject({ constant: { offset: 3_000n } })
  })

  it('is quiet about a row that follows its balance before the balance is told again', () => {
    const one = proven()
    one.book(-700n, { row: false })
    expect(one.run(4)).toEqual([])
    one.book(-700n, { balance: false })
    expect(one.run(50)).toEqual([])
  })

  it('is quiet while differences come and go', () => {
    const one = proven()
    for (let time = 0; time < 200; time++) {
      one.book(-10n * BigInt(time), { row: false })
      expect(one.run(1)).toEqual([])
      one.book(-10n * BigInt(time), { balance: false })
      expect(one.run(1)).toEqual([])
    }
  })

  it('forgets a difference that is gone, and reports the next one', () => {
    const one = proven()
    one.book(-700n, { row: false })
    one.run(2)
    one.tell()
    expect(one.run(1)).toEqual([[1, -700n]])
    one.bank.sum -= 700n
    expect(one.run(1)).toEqual([])
    expect(one.state()).not.toHaveProperty('raised')
    one.book(-700n, { row: false })
    one.run(2)
    one.tell()
    expect(one.run(1)).toEqual([[1, -700n]])
  })

  it('reports a second difference, with both together', () => {
    const one = proven()
    one.book(-700n, { row: false })
    one.run(2)
    one.tell()
    expect(one.run(1)).toEqual([[1, -700n]])
    one.book(-50n, { row: false })
    one.run(2)
    one.tell()
    expect(one.run(1)).toEqual([[1, -750n]])
  })

  it('takes rows that came alone for late ones, until a later balance has confirmed the constant', () => {
    const one = rounds()
    one.run(3)
    one.book(-300n, { balance: false })
    one.tell()
    expect(one.run(30)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 3_300n })
    one.book(-700n, { row: false })
    one.run(2)
    one.tell()
    expect(one.run(2)).toEqual([[1, -700n]])
  })

  it('moves its constant with rows of days before its history', () => {
    const one = proven()
    one.bank.sum += 2_000n
    one.bank.oldSum += 2_000n
    one.tell()
    expect(one.run(30)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 1_000n })
    one.book(-700n, { row: false })
    one.run(2)
    one.tell()
    expect(one.run(1)).toEqual([[1, -700n]])
  })

  it('takes a row of an early day for a new one if its balance is told later, whatever comes between', () => {
    const one = proven()
    for (const units of [-400n, -30n]) {
      one.book(units, { balance: false })
      one.bank.oldSum += units
      expect(one.run(2)).toEqual([])
    }
    expect(one.state()?.constant).toMatchObject({ offset: 3_430n })
    one.book(-400n, { row: false })
    expect(one.run(5)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 3_030n })
    one.book(-30n, { row: false })
    expect(one.run(5)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 3_000n })
    expect(one.state()).toHaveProperty('moved')
    one.run(20)
    one.tell()
    one.run(1)
    expect(one.state()).not.toHaveProperty('moved')
  })

  it('takes a row of an early day for a new one if the balance moves with it', () => {
    const one = proven()
    one.book(-400n)
    one.bank.oldSum -= 400n
    expect(one.run(1)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 3_000n })
  })

  it('keeps a reported difference while its history widens', () => {
    const one = proven()
    one.book(-700n, { row: false })
    one.run(2)
    one.tell()
    expect(one.run(1)).toEqual([[1, -700n]])
    one.bank.sum += 2_000n
    one.bank.oldSum += 2_000n
    expect(one.run(5)).toEqual([])
    expect(one.state()).toMatchObject({ constant: { offset: 1_000n }, raised: { offset: 300n } })
  })

  it('begins anew if early rows come, and neither the history nor the balance explains them', () => {
    const one = proven()
    one.book(-700n, { row: false })
    one.bank.sum += 2_000n
    one.bank.oldSum += 2_000n
    one.run(1)
    expect(one.state()?.constant).toBeUndefined()
    expect(one.run(30)).toEqual([])
  })

  it('moves its constant with rows that the mirror had lacked before the proof began', () => {
    const one = proven()
    one.bank.sum -= 1_500n
    one.bank.lateSum = -1_500n
    one.run(1)
    one.bank.lateSum = 0n
    one.tell()
    expect(one.run(30)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 4_500n })
  })

  it('knows the history only from the day from which the mirror reads', () => {
    const one = rounds('2026-01-10')
    one.run(3)
    expect(one.state()?.constant).toMatchObject({ firstDay: '2026-01-10' })
  })

  it('begins anew with a state that it cannot read', () => {
    for (const text of [
      '',
      '{}',
      'null',
      '[]',
      '{"sum":"1e9","rowsAt":0,"oldSum":"0","earliestDay":""}',
      '{"sum":"x"}',
      '\0',
    ])
      expect(parseProofState(text)).toBeUndefined()
    expect(parseProofState('{"sum":"1","rowsAt":0,"oldSum":"0","earliestDay":""}')).toEqual({
      sum: 1n,
      rowsAt: 0,
      oldSum: 0n,
      earliestDay: '',
    })
  })

  it('is exact beyond what a number can hold', () => {
    const one = rounds()
    one.bank.reported = 2n ** 70n
    one.run(3)
    one.book(1n, { row: false })
    one.run(2)
    one.tell()
    expect(one.run(1)).toEqual([[1, 1n]])
  })
})
