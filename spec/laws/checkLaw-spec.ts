import { checkLaw, lawTimeout } from './checkLaw.js'

describe('checkLaw', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it('resolves when the check does, and leaves no timer', async () => {
    await expect(checkLaw('a law', () => Promise.resolve())).resolves.toBeUndefined()
    expect(jest.getTimerCount()).toBe(0)
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('differs'))],
    [
      'throws',
      () => {
        throw new Error('differs')
      },
    ],
  ])('rejects with the error of a check that %s', async (_, check) => {
    await expect(checkLaw('a law', check)).rejects.toThrow('differs')
    expect(jest.getTimerCount()).toBe(0)
  })

  it('rejects with the name of the law after ten seconds, and not before', async () => {
    const outcomes: Array<unknown> = []
    const checked = checkLaw('a law', () => new Promise(() => undefined)).catch((error: unknown) => {
      outcomes.push(String(error))
    })
    await jest.advanceTimersByTimeAsync(lawTimeout - 1)
    expect(outcomes).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    await checked
    expect(outcomes).toEqual([expect.stringContaining('not within 10 seconds: a law')])
  })
})
