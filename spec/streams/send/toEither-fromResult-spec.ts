import { EMPTY, firstValueFrom, of, throwError } from 'rxjs'
import { fromResult } from '../../../lib/streams/send/toEither.js'

const wrong = new Error('wrong')
const outcome = (result: unknown): Promise<unknown> =>
  firstValueFrom(
    fromResult(result, () => wrong),
    { defaultValue: 'nothing' },
  ).catch((error: unknown) => error)

/** A rejected promise that does not count as unhandled while the specs before it run. */
const rejected = Promise.reject(new Error('error'))
rejected.catch(() => undefined)

describe('fromAnswer', () => {
  it.each<[string, unknown, unknown]>([
    ['an Observable', of(7), 7],
    ['an empty one', EMPTY, 'nothing'],
    ['one that errors', throwError(() => 'error'), 'error'],
    ['a Promise', Promise.resolve(7), 7],
    ['one that rejects', rejected, new Error('error')],
    [
      'a thenable that calls back at once',
      {
        then: (resolve: (value: number) => void) => {
          resolve(7)
        },
      },
      7,
    ],
  ])('gives what %s has', async (_, result, expected) => {
    expect(await outcome(result)).toEqual(expected)
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', {}],
    ['one with a `then` that is no function', { then: 7 }],
    ['one with a `subscribe` that is no function', { subscribe: 7 }],
    ['a thenable that returns nothing and calls nobody', { then: () => undefined }],
  ])('errors with the given error if the result is %s', async (_, result) => {
    expect(await outcome(result)).toBe(wrong)
  })
})
