import { concat, NEVER, Observable, of, throwError } from 'rxjs'
import { useWhileOpen } from '../../../lib/cli/output/openFile.js'

describe('useWhileOpen', () => {
  const opened = () => {
    const log: Array<string> = []
    const opened$ = new Observable<string>((subscriber) => {
      log.push('open')
      subscriber.next('it')
      return () => log.push('close')
    })
    const observer = {
      next: (value: unknown) => log.push(String(value)),
      error: (error: unknown) => log.push(String(error)),
      complete: () => log.push('complete'),
    }
    return { opened$, observer, log }
  }

  it('closes when the work is done', () => {
    const { opened$, observer, log } = opened()
    useWhileOpen(opened$, (it) => of(`${it} 1`, `${it} 2`)).subscribe(observer)
    expect(log).toStrictEqual(['open', 'it 1', 'it 2', 'complete', 'close'])
  })

  it('closes when the work fails', () => {
    const { opened$, observer, log } = opened()
    useWhileOpen(opened$, () => throwError(() => 'failed')).subscribe(observer)
    expect(log).toStrictEqual(['open', 'failed', 'close'])
  })

  it('closes when nobody wants the work any more', () => {
    const { opened$, observer, log } = opened()
    const subscription = useWhileOpen(opened$, (it) => concat(of(it), NEVER)).subscribe(observer)
    subscription.unsubscribe()
    expect(log).toStrictEqual(['open', 'it', 'close'])
  })
})
