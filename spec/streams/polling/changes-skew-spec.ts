import { Subject } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { serverStart } from '../../helpers/feed.js'
import { type Skew, skewedService, straight } from '../../helpers/skewedService.js'
import { truth, watchSkewed } from '../../helpers/watchSkewed.js'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Twenty rows, each written, handed out, and written again a second later; before that the clock is set back. */
const twice = (skew: Partial<Skew>, config: { readonly every: number; readonly overlap?: number }, back = 0) => {
  const { every } = config
  const clock = createVirtualClock()
  const service = skewedService(clock, serverStart, { ...straight, ...skew })
  const writeAll = () => {
    for (let id = 0; id < 20; id++) service.write(id, false)
    clock.advance(1)
  }
  const trigger$ = new Subject<void>()
  const { sink, events, errors, end } = watchSkewed(clock, service, { ...config, trigger$ })
  clock.advance(2.5 * every)
  writeAll()
  trigger$.next()
  clock.advance(second)
  expect([errors, sink]).toEqual([[], truth(service)])
  service.step(-back)
  writeAll()
  const before = service.rows().get(0)?.updated ?? 0
  clock.advance(0.8 * every)
  // A row that is on time, so that there is news.
  service.write(20, false)
  clock.advance(6 * every)
  end()
  expect(errors).toEqual([])
  return { sink, events, truth: truth(service), before }
}

const cases = [10 * second, minute, hour].flatMap((every) =>
  [2 * second, 30 * second, 10 * minute, 2 * hour].map((back) => [every, back] as const),
)

describe('changes of rows whose updated_at goes back', () => {
  it.each([10 * second, minute, hour])('writers 3 s apart, asked every %p ms, with a Date and without', (every) => {
    for (const date of [() => 0, () => undefined]) {
      let writes = 0
      const { sink, truth } = twice({ writer: () => (writes++ < 20 ? 3000 : 0), date }, { every })
      expect(sink).toEqual(truth)
    }
  })

  it.each(cases)('asked every %p ms, if the clock of the Date is set back by %p ms', (every, back) => {
    const { sink, truth } = twice({}, { every }, back)
    expect(sink).toEqual(truth)
  })

  it.each(cases)('asked every %p ms, if a clock that is not told is set back by %p ms', (every, back) => {
    const { sink, truth } = twice({ date: () => undefined }, { every, overlap: back + minute }, back)
    expect(sink).toEqual(truth)
  })
})
