import { defer, type Observable, of, timer } from 'rxjs'

const atOnce = 10
const second = 1000

/**
 * When each of many is to begin: ten of a second at once, the others within `every` milliseconds. What it returns is cold,
 * and emits once.
 */
export const spread = (every: number): Observable<unknown> => {
  let since = -Infinity
  let count = 0
  return defer(() => {
    const now = performance.now()
    if (now - since >= second) {
      since = now
      count = 0
    }
    return ++count > atOnce ? timer(Math.random() * every) : of(0)
  })
}
