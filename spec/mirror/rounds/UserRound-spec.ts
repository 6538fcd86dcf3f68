import { callOptions } from '../../../lib/mirror/rounds/UserRound.js'

describe('callOptions', () => {
  it('are those of the round, whose requests are background requests unless it says otherwise', () => {
    expect(callOptions({ id: 'ada' })).toEqual({ priority: 'background' })
    expect(callOptions({ id: 'ada', timeout: 7, priority: 'interactive', limit: 3 })).toEqual({
      timeout: 7,
      priority: 'interactive',
    })
  })
})
