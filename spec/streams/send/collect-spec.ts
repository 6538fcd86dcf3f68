import { concat, NEVER, of, throwError } from 'rxjs'
import { collect } from '../../../lib/streams/send/collect.js'

describe('collect', () => {
  it('gives all values, in order, when the stream completes', async () => {
    await expect(collect(of(3, 1, 2))).resolves.toEqual([3, 1, 2])
    await expect(collect(of())).resolves.toEqual([])
  })

  it('rejects with the error of the stream, and gives none of what came before', async () => {
    const error = new Error('page 2')
    await expect(
      collect(
        concat(
          of(1),
          throwError(() => error),
        ),
      ),
    ).rejects.toBe(error)
  })

  it('does not settle before the stream completes', async () => {
    const settled = jest.fn()
    collect(concat(of(1), NEVER))
      .finally(settled)
      .catch(settled)
    await new Promise(setImmediate)
    expect(settled).not.toHaveBeenCalled()
  })
})
