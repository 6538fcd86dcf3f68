import { createStreak } from '../../../lib/mirror/fleet/createStreak.js'

const failing = (count: number, streak = createStreak()) => {
  for (let round = 0; round < count; round++) streak.recordFailure()
  return streak
}

describe('a streak of failed rounds', () => {
  it('is too long after more than ten, until a round ends well', () => {
    const streak = failing(10)
    expect([streak.isTooLong(), streak.failures()]).toEqual([false, 10])
    streak.recordFailure()
    expect([streak.isTooLong(), streak.failures(), streak.countPause(), streak.countPause()]).toEqual([true, 11, 1, 2])
    expect(streak.recoveredAt()).toBe(-Infinity)
    streak.recordSuccess(7)
    expect([streak.isTooLong(), streak.failures(), streak.countPause()]).toEqual([false, 0, 1])
    streak.recordSuccess(8)
    expect(streak.recoveredAt()).toBe(7)
  })

  it('has recovered when a round is taken after the engine was lost', () => {
    const streak = createStreak()
    streak.recordRound(3)
    expect(streak.recoveredAt()).toBe(-Infinity)
    streak.recordEngineLoss()
    streak.recordEngineLoss()
    streak.recordRound(5)
    streak.recordRound(6)
    expect(streak.recoveredAt()).toBe(5)
  })

  it('has those who were suspended in it be asked again, once it is too long', () => {
    const streak = failing(1)
    streak.recordSuspension('before')
    streak.recordSuccess(0)
    streak.recordSuspension('one')
    streak.recordSuspension('other')
    failing(10, streak)
    expect(streak.usersToResume()).toEqual([])
    streak.recordFailure()
    expect(streak.usersToResume()).toEqual(['one', 'other'])
    streak.resume('one')
    streak.recordSuccess(0)
    expect(streak.usersToResume()).toEqual(['other'])
  })
})
