import { Subject } from 'rxjs'
import { runInOrder } from '../../../../lib/mirror/fleet/engine/engineSession.js'

describe('runInOrder', () => {
  it('begins what comes next once the one before has ended, however it ends', () => {
    const turn = runInOrder()
    const works = [new Subject<string>(), new Subject<string>(), new Subject<string>()]
    const seen: Array<unknown> = []
    for (const work of works) turn(work).subscribe({ next: (value) => seen.push(value), error: (e) => seen.push(e) })
    const begun = () => works.map(({ observed }) => observed)
    expect(begun()).toEqual([true, false, false])
    works[0]?.next('one')
    works[0]?.complete()
    expect(begun()).toEqual([false, true, false])
    works[1]?.error('broken')
    works[2]?.next('three')
    expect(seen).toEqual(['one', 'broken', 'three'])
  })

  it('what nobody waits for any more is not begun, and what has begun is ended before the next', () => {
    const turn = runInOrder()
    const works = [new Subject(), new Subject(), new Subject()]
    const [first, second] = works.map((work) => turn(work).subscribe())
    first?.unsubscribe()
    second?.unsubscribe()
    expect(works.map(({ observed }) => observed)).toEqual([true, false, false])
    works[0]?.complete()
    expect(works.map(({ observed }) => observed)).toEqual([false, false, true])
  })
})
