import { Observable } from 'rxjs'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'
import { connectionOver } from '../../helpers/connection.js'
import { pages } from '../../helpers/interpreters.js'
import { pageAsked, rows, settled } from '../../helpers/lists.js'
import { page as toResponse } from '../../helpers/responses.js'
import { withoutOptimizedCode } from '../../helpers/withoutOptimizedCode.js'

withoutOptimizedCode()

/** Every tenth page, and the one after it. */
const isNoted = (number: number): boolean => number % 10 < 2

/** What was made, as far as anything still leads to it. */
const reachable = () => {
  const made: Array<WeakRef<object>> = []
  return {
    note: (value: object) => made.push(new WeakRef(value)),
    count: () => made.filter((reference) => reference.deref() !== undefined).length,
  }
}

describe('pages', () => {
  it.each([
    [0, 1],
    [1, 2],
  ] as const)('with prefetch: %d, holds %d of 5,000 pages, the whole time', async (prefetch, most) => {
    const [answers, emitted] = [reachable(), reachable()]
    const connection = connectionOver(
      (request) => {
        const number = pageAsked(request)
        const answer = toResponse([{ id: number }], `/v2/rows?after=${String(number + 1)}`)
        if (isNoted(number)) answers.note(answer)
        return new Observable((subscriber) => {
          queueMicrotask(() => {
            subscriber.next(answer)
            subscriber.complete()
          })
        })
      },
      { clock: systemClock },
    )
    const held: Array<readonly [answers: number, pages: number]> = []
    const look = async () => {
      await settled()
      collectGarbage()
      held.push([answers.count(), emitted.count()])
    }
    const last = 5000
    await new Promise<void>((resolve) => {
      const reading = pages(connection)(rows, {
        prefetch,
        maxPages: last + 1,
        pace: ({ number }) => (number % 1000 === 0 ? look() : []),
      }).subscribe((page) => {
        if (isNoted(page.number)) {
          emitted.note(page)
          emitted.note(page.resources)
        }
        if (page.number < last) return
        reading.unsubscribe()
        resolve()
      })
    })
    expect(held).toHaveLength(4)
    for (const [ofResponses, ofPages] of held) {
      expect(ofResponses).toBeLessThanOrEqual(most)
      expect(ofPages).toBeLessThanOrEqual(2)
    }
  })
})
