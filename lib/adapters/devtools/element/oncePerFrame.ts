import { audit, type MonoTypeOperatorFunction, Observable } from 'rxjs'

const nextFrame = new Observable<void>((subscriber) => {
  const frame = requestAnimationFrame(() => subscriber.next())
  return () => cancelAnimationFrame(frame)
})

/** Emits the latest value once for each frame that the browser draws. */
export const oncePerFrame = <A>(): MonoTypeOperatorFunction<A> => audit(() => nextFrame)
