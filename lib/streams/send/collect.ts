import type { Observable } from 'rxjs'

/** Subscribes, and gives all values as a list when the stream completes; rejects with its error. */
export const collect = <A>(stream: Observable<A>): Promise<Array<A>> => {
  const values: Array<A> = []
  return stream.forEach((value) => void values.push(value)).then(() => values)
}
