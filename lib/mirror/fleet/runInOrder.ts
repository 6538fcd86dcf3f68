import { Observable } from 'rxjs'

/**
 * Creates an operator that runs Observables one after the other. Each begins when the one before has ended, even if the
 * subscriber of that one has unsubscribed; for this reason it is no `concatMap`, which would begin the next at once.
 */
export const runInOrder = () => {
  const waiting: Array<() => void> = []
  let isBusy = false

  const next = (): void => {
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
            next()
          },
          complete: () => {
            subscriber.complete()
            next()
          },
        })
      }
      waiting.push(start)
      subscriber.add(() => {
        const index = waiting.indexOf(start)
        if (index >= 0) waiting.splice(index, 1)
      })
      if (!isBusy) next()
    })
}
