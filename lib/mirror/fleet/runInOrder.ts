import { Observable } from 'rxjs'

/**
 * Creates an operator that runs Observables one after the other. Each begins when the one before has ended, even if all
 * subscribers of that one have unsubscribed.
 */
export const runInOrder = () => {
  const waiting: Array<() => void> = []
  let isBusy = false

  const next = (): void => {
    const begin = waiting.shift()
    isBusy = begin !== undefined
    begin?.()
  }

  return <A>(work: Observable<A>): Observable<A> =>
    new Observable((subscriber) => {
      const begin = (): void => {
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
      waiting.push(begin)
      subscriber.add(() => {
        const index = waiting.indexOf(begin)
        if (index >= 0) waiting.splice(index, 1)
      })
      if (!isBusy) next()
    })
}
