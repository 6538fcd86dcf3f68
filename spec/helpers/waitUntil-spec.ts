import { waitUntil } from './waitUntil.js'

describe('waitUntil', () => {
  it('checks after each turn, however many there are', async () => {
    let turns = 0
    const turn = () => Promise.resolve(turns++)
    await waitUntil(() => Promise.resolve(turns === 5000), { turn })
    expect(turns).toBe(5000)
  })

  it('names what is not so at the deadline', async () => {
    const isReady = () => Promise.resolve(false)
    await expect(waitUntil(isReady, { deadline: 0 })).rejects.toThrow(/^not so within 0 ms: .*resolve\(false\)/s)
  })
})
