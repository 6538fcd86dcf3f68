import { createRun } from '../../docs/playground/src/run/createRun.js'
import { scenes } from '../../docs/playground/src/scenes.js'
import { scene as recurring } from '../../docs/playground/src/scenes/recurring.js'
import { scene as transfers } from '../../docs/playground/src/scenes/transfers.js'
import type { Scene } from '../../docs/playground/src/Stage.js'

const day = 86_400_000

/** What a scene prints until its end. */
const printed = (scene: Scene, name: keyof typeof scenes, seed = 1) => {
  const run = createRun(scene, seed)
  run.goTo({ seed, moment: scenes[name].span, faults: [] })
  return run.lines
}

describe('the scene of transfers', () => {
  it.each([1, 2, 3])('finds one, asks about it, and takes what a person says, with the seed %d', (seed) => {
    const texts = printed(transfers, 'transfers', seed).map(({ text }) => text.split(':')[0])
    expect(texts).toEqual([
      '-50 on account 1',
      '50 on account 2',
      'TransferFound',
      '50 on account 3',
      'TransferGone',
      'CandidateFound',
      'CandidateFound',
      'a person accepts the first',
      'CandidateGone',
      'CandidateGone',
      'TransferFound',
      'the bank deletes the other one',
    ])
  })
})

describe('the scene of recurring payments', () => {
  it('tells the life of a subscription, each event on its day', () => {
    expect(
      printed(recurring, 'recurring').map(({ at, text }) => [Math.floor(at / day), text.replace(/: .*/, '')]),
    ).toEqual([
      [0, 'RecurringStarted'],
      [21, 'RecurringPaid'],
      [49, 'RecurringPaid'],
      [49, 'RecurringPriceChanged'],
      [87, 'RecurringLate'],
      [149, 'RecurringEnded'],
    ])
  })
})
