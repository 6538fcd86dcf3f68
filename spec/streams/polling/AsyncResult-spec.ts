import { EMPTY, from, lastValueFrom, NEVER, of, Subject, throwError } from 'rxjs'
import { fromAsyncResult } from '../../../lib/streams/polling/AsyncResult.js'

/** How the work that a function returns ends. */
const end = async (begin: () => unknown): Promise<unknown> =>
  lastValueFrom(fromAsyncResult('/process', begin), { defaultValue: 'done' }).catch((error: unknown) => error)

const noWork = expect.objectContaining({
  _tag: 'ConfigError',
  issues: [{ path: '/process', expected: expect.stringMatching(/^to return one Observable or Promise/) }],
})

describe('fromAsyncResult', () => {
  it('is done when an Observable or a Promise is, and begins for a subscriber alone', async () => {
    let begun = 0
    const work = fromAsyncResult('/process', () => {
      begun++
      return EMPTY
    })
    expect(begun).toBe(0)
    work.subscribe()
    expect(begun).toBe(1)
    expect(await end(() => of(1, 2))).toBe('done')
    expect(await end(() => Promise.resolve(7))).toBe('done')
  })

  it('errors as the work does, and as the function that begins it', async () => {
    expect(await end(() => throwError(() => 'lost'))).toBe('lost')
    expect(await end(() => Promise.reject(new Error('lost')))).toEqual(new Error('lost'))
    expect(
      await end(() => {
        throw new Error('not begun')
      }),
    ).toEqual(new Error('not begun'))
  })

  it.each([[undefined], [null], [7], ['text'], [[EMPTY]], [{}], [new Set()], [new Uint8Array(1)]])(
    'is refused if the function returns %p',
    async (value) => {
      expect(await end(() => value)).toEqual(noWork)
    },
  )

  it('is refused if it is a thenable whose `then` returns nothing, unless it has ended by then', async () => {
    expect(await end(() => ({ then: () => undefined }))).toEqual(noWork)
    expect(await end(() => ({ then: (done: (value: unknown) => void) => done(7) }))).toBe('done')
  })

  it('is refused if it emits further work, for which nothing would wait', async () => {
    expect(await end(() => of(NEVER))).toEqual(noWork)
    expect(await end(() => Promise.resolve([Promise.resolve()]))).toEqual(noWork)
    expect(await end(() => from([[1, of(2)]]))).toEqual(noWork)
  })

  it('ends an Observable with its subscriber', () => {
    const work = new Subject()
    fromAsyncResult('/process', () => work)
      .subscribe()
      .unsubscribe()
    expect(work.observed).toBe(false)
  })
})
