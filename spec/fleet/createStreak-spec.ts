import { createStreak } from '../../lib/fleet/createStreak.js'

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
    streak.break()
    expect([streak.isTooLong(), streak.failures(), streak.pause()]).toEqual([false, 0, 1])
  })

  it('has those who were set aside in it be asked again, once it is too long', () => {
    const streak = failing(1)
    streak.setAside('before')
    streak.break()
    streak.setAside('one')
    streak.setAside('other')
    failing(10, streak)
    expect(streak.toReadmit()).toEqual([])
    streak.fail()
    expect(streak.toReadmit()).toEqual(['one', 'other'])
    streak.readmit('one')
    streak.break()
    expect(streak.toReadmit()).toEqual(['other'])
  })
})
