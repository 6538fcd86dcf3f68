import { Observable } from 'rxjs'

const signals = ['SIGTERM', 'SIGINT', 'SIGBREAK'] as const

/**
 * The first signal that asks this process to end: SIGTERM, SIGINT (Ctrl-C) or SIGBREAK (Ctrl-Break on Windows).
 *
 * Cold. Emits the name of the signal and completes. It removes its listeners before that, so that a second signal ends
 * the process at once, which is Node's default. Unsubscribing removes the listeners. Worker threads receive no signals.
 *
 * @example
 * import { stopSignal } from 'rxbank/node'
 *
 * const heard: Array<string> = []
 * stopSignal().subscribe((signal) => heard.push(signal))
 * process.emit('SIGTERM', 'SIGTERM') // as the system does
 * assert.deepStrictEqual([heard, process.listenerCount('SIGTERM')], [['SIGTERM'], 0])
 */
export const stopSignal = (): Observable<'SIGTERM' | 'SIGINT' | 'SIGBREAK'> =>
  // Not `fromEvent` with `take(1)`, which would remove the listeners only after it has emitted.
  new Observable((subscriber) => {
    const removeListeners = () => {
      for (const signal of signals) process.off(signal, onSignal)
    }
    const onSignal = (signal: (typeof signals)[number]): void => {
      removeListeners()
      subscriber.next(signal)
      subscriber.complete()
    }
    for (const signal of signals) process.on(signal, onSignal)
    return removeListeners
  })
