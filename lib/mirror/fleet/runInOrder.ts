import { Observable } from 'rxjs'

/**
 * Creates an operator that runs Observables one after another. An Observable that has started runs to its end, even if its
 * subscriber unsubscribes: `concatMap` would abort it and start the next one at once.
 */
export const runInOrder = () => {
  const waiting: Array<() => void> = []
  let isBusy = false

  const startNext = (): void => {
    const start = waiting.shift()
    isBusy = start !== undefined
    start?.()
  }

  return <A>(work: Observable<A>): Observable<A> =>
    new Observable((subscriber) => {
      const start = (): void => {
        work.subscribe({
          next: (value) => subscriber.next(value),
          error: (error: unknown) => {
            subscriber.error(error)
            startNext()
          },
          complete: () => {
            subscriber.complete()
            startNext()
          },
        })
      }
      waiting.push(start)
      subscriber.add(() => {
        const index = waiting.indexOf(start)
        if (index >= 0) waiting.splice(index, 1)
      })
      if (!isBusy) startNext()
    })
}
