import { createStreak } from '../../../lib/mirror/fleet/createStreak.js'

const failing = (count: number, streak = createStreak()) => {
  for (let round = 0; round < count; round++) streak.fail()
  return streak
}

describe('a streak of failed rounds', () => {
  it('is too long after more than ten, until a round ends well', () => {
    const streak = failing(10)
    expect([streak.isTooLong(), streak.failures()]).toEqual([false, 10])
    streak.fail()
    expect([streak.isTooLong(), streak.failures(), streak.pause(), streak.pause()]).toEqual([true, 11, 1, 2])
    expect(streak.recoveredAt()).toBe(-Infinity)
    streak.succeed(7)
    expect([streak.isTooLong(), streak.failures(), streak.pause()]).toEqual([false, 0, 1])
    streak.succeed(8)
    expect(streak.recoveredAt()).toBe(7)
  })

  it('has recovered when a round is taken after the engine was lost', () => {
    const streak = createStreak()
    streak.takeRound(3)
    expect(streak.recoveredAt()).toBe(-Infinity)
    streak.loseEngine()
    streak.loseEngine()
    streak.takeRound(5)
    streak.takeRound(6)
    expect(streak.recoveredAt()).toBe(5)
  })

  it('has those who were set aside in it be asked again, once it is too long', () => {
    const streak = failing(1)
    streak.setAside('before')
    streak.succeed(0)
    streak.setAside('one')
    streak.setAside('other')
    failing(10, streak)
    expect(streak.toReadmit()).toEqual([])
    streak.fail()
    expect(streak.toReadmit()).toEqual(['one', 'other'])
    streak.readmit('one')
    streak.succeed(0)
    expect(streak.toReadmit()).toEqual(['other'])
  })
})
