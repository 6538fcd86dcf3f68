import { hourlyRounds, lasting, provenRounds } from './hourlyRounds.js'

describe('the history of a proof', () => {
  it('is known from the earliest row on, once it was loaded', () => {
    const one = hourlyRounds()
    one.run(25)
    expect(one.state()?.constant).toMatchObject({ firstDay: '2026-01-15' })
    expect(one.run(48)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ firstDay: '2025-12-01' })
  })

  it('is known only from the day from which the mirror reads', () => {
    const one = hourlyRounds('2026-01-10')
    one.run(25 + lasting)
    expect(one.state()?.constant).toMatchObject({ firstDay: '2026-01-10' })
  })

  it('may be loaded within two days after the proof has begun', () => {
    const one = hourlyRounds()
    Object.assign(one.bank, { sum: 0n, rowsAt: 0, firstDay: '2026-01-15' })
    one.run(25)
    expect(one.state()?.constant).toMatchObject({ offset: 10_000n })
    one.book(7_000n, { balance: false })
    Object.assign(one.bank, { oldSum: 7_000n, firstDay: '2025-12-01' })
    expect(one.run(10)).toEqual([])
    one.tell()
    expect(one.run(2 * lasting)).toEqual([])
    expect(one.round()).toMatchObject({ status: 'agrees' })
    expect(one.state()?.constant).toMatchObject({ offset: 3_000n, firstDay: '2025-12-01' })
  })

  it('moves the constant with rows of days before it', () => {
    const one = provenRounds()
    one.bank.sum += 2_000n
    one.bank.oldSum += 2_000n
    one.tell()
    expect(one.run(30)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 1_000n })
    one.book(-700n, { row: false })
    expect(one.run(lasting)).toEqual([[lasting, -700n]])
  })

  it('takes a row of an early day for a new one if its balance is told later, whatever comes between', () => {
    const one = provenRounds()
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
    const one = provenRounds()
    one.book(-400n)
    one.bank.oldSum -= 400n
    expect(one.run(1)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 3_000n })
  })

  it('keeps a reported difference while it widens', () => {
    const one = provenRounds()
    one.book(-700n, { row: false })
    expect(one.run(lasting)).toEqual([[lasting, -700n]])
    one.bank.sum += 2_000n
    one.bank.oldSum += 2_000n
    expect(one.run(2 * lasting)).toEqual([])
    expect(one.state()).toMatchObject({ constant: { offset: 1_000n }, raised: { offset: 300n } })
  })

  it('begins anew if early rows come, and neither it nor the balance explains them', () => {
    const one = provenRounds()
    one.book(-700n, { row: false })
    one.bank.sum += 2_000n
    one.bank.oldSum += 2_000n
    expect(one.round()).toMatchObject({ status: 'waiting' })
    expect(one.state()?.constant).toBeUndefined()
    expect(one.run(30)).toEqual([])
    expect(one.round()).toMatchObject({ status: 'agrees' })
  })

  it('moves the constant with rows that the mirror had lacked before the proof began', () => {
    const one = provenRounds()
    one.bank.sum -= 1_500n
    one.bank.lateSum = -1_500n
    one.run(1)
    one.tell()
    expect(one.run(2 * lasting)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 4_500n })
  })
})

describe('the proof of an account whose bank shows only its last days', () => {
  /** A proof with rows of the days from 1 December on, which leave. */
  const leave = (firstDay: string, ...rows: ReadonlyArray<readonly [day: string, units: bigint]>) => {
    const one = provenRounds()
    for (const [day, units] of rows) one.remove(day, units)
    one.bank.firstDay = firstDay
    return one
  }

  it('moves its first day when rows leave at the old end, and still finds a lost row', () => {
    const one = leave('2025-12-03', ['2025-12-01', -40n], ['2025-12-02', 90n])
    expect(one.round()).toMatchObject({ status: 'agrees' })
    expect(one.state()?.constant).toMatchObject({ offset: 3_050n, firstDay: '2025-12-03' })
    one.tell()
    expect(one.run(2 * lasting)).toEqual([])
    one.book(-700n, { row: false })
    expect(one.run(lasting)).toEqual([[lasting, -700n]])
  })

  it('begins within a day while rows leave', () => {
    const one = hourlyRounds()
    for (const date of ['2025-12-01', '2025-12-02', '2025-12-03', '2025-12-04']) {
      one.run(6)
      one.bank.oldSum = one.bank.sum
      one.remove(date, -40n)
    }
    one.book(-300n)
    expect(one.round()).toMatchObject({ status: 'agrees' })
    expect(one.state()?.constant).toMatchObject({ offset: 2_840n })
  })

  it('takes rows that leave together with a new row for both', () => {
    const one = leave('2025-12-02', ['2025-12-01', -40n])
    one.book(-300n)
    expect(one.round()).toMatchObject({ status: 'agrees' })
    expect(one.state()?.constant).toMatchObject({ offset: 2_960n, firstDay: '2025-12-02' })
  })

  it('reports a row that is removed although earlier ones stay', () => {
    const one = leave('2025-12-01', ['2025-12-02', -40n])
    expect(one.run(1)).toEqual([])
    one.tell()
    expect(one.run(lasting - 1)).toEqual([[lasting - 1, -40n]])
  })

  it('reports a young row that is removed, even if no earlier one is left', () => {
    const one = leave('2026-01-16', ['2026-01-15', -40n])
    expect(one.run(1)).toEqual([])
    one.tell()
    expect(one.run(lasting - 1)).toEqual([[lasting - 1, -40n]])
  })

  it('reports a row that was too young to have left when it was removed, although it is the oldest later', () => {
    const one = leave('2025-12-01', ['2025-12-24', -40n])
    expect(one.run(12)).toEqual([])
    one.bank.firstDay = '2025-12-30'
    one.tell()
    expect(one.run(lasting - 12)).toEqual([[lasting - 12, -40n]])
  })

  it('still waits for a difference that it saw before rows left', () => {
    const one = provenRounds()
    one.book(-700n, { row: false })
    expect(one.run(20)).toEqual([])
    one.remove('2025-12-01', -40n)
    one.bank.firstDay = '2025-12-02'
    expect(one.round()).toMatchObject({ status: 'pending' })
    expect(one.run(lasting - 21)).toEqual([[lasting - 21, -700n]])
  })
})

describe('the proof of a deferred card', () => {
  /** A card with 1,500 to pay, which the bank sets back to zero. */
  const paid = (isCard: boolean) => {
    const one = provenRounds()
    one.bank.isCard = isCard
    one.bank.reported = -1_500n
    one.bank.sum = -4_500n
    one.tell()
    expect(one.round()).toMatchObject({ status: 'agrees' })
    one.bank.reported = 0n
    one.tell()
    return one
  }

  it('begins anew when the card is set back to zero', () => {
    const one = paid(true)
    expect(one.run(lasting)).toEqual([])
    one.book(-20n)
    expect(one.round()).toMatchObject({ status: 'agrees' })
    expect(one.state()?.constant).toMatchObject({ offset: 4_500n })
    one.book(-700n, { row: false })
    expect(one.run(lasting)).toEqual([[lasting, -700n]])
  })

  it('takes a balance with new purchases for one that was set back', () => {
    const one = paid(true)
    one.book(-20n)
    expect(one.run(3 * lasting)).toEqual([])
    expect(one.state()?.constant).toMatchObject({ offset: 4_500n })
  })

  it('reports what another account lacks whose balance is zero', () => {
    expect(paid(false).run(lasting)).toEqual([[lasting, 1_500n]])
  })

  it('reports a second such difference within twenty days', () => {
    const one = paid(true)
    expect(one.run(lasting)).toEqual([])
    one.book(-600n)
    expect(one.run(3 * lasting)).toEqual([])
    one.bank.reported = 0n
    one.tell()
    expect(one.run(lasting)).toEqual([[lasting, 600n]])
  })
})
