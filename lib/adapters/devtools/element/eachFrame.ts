import { audit, type MonoTypeOperatorFunction, Observable } from 'rxjs'

const nextFrame = new Observable<void>((subscriber) => {
  const frame = requestAnimationFrame(() => subscriber.next())
  return () => cancelAnimationFrame(frame)
})

/** The latest value for each frame that the browser draws. */
export const eachFrame = <A>(): MonoTypeOperatorFunction<A> => audit(() => nextFrame)
