import { type Observable, of, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/index.js'
import { createEndings, type Ending } from '../../../lib/mirror/fleet/roundEnds.js'
import type { RoundEnd } from '../../../lib/mirror/fleet/Engine.js'

const again: RoundEnd = { _tag: 'Again', wait: 1, every: 1, failures: 0 }
const round = (index: number) => ({ key: String(index), job: String(index), revision: 1 })

const start = (held: number) => {
  const clock = createVirtualClock()
  const endings = createEndings(clock, () => held)
  const batches: Array<number> = []
  const answers: Array<[number, boolean]> = []
  const write = (finish: (batch: ReadonlyArray<Ending>) => Observable<ReadonlySet<string>>) =>
    endings.write(
      (batch) => {
        batches.push(batch.length)
        return finish(batch)
      },
      () => undefined,
    )
  const end = (index: number) => endings.end(round(index), again).subscribe((is) => answers.push([index, is]))
  return { clock, endings, batches, answers, write, end }
}

const allOf = (batch: ReadonlyArray<Ending>) => of(new Set(batch.map(({ job }) => job)))

describe('createEndings', () => {
  it('gathers ends for a tenth of a second, or until all that is held is among them', () => {
    const { clock, batches, answers, write, end } = start(3)
    write(allOf).subscribe()
    end(1)
    end(2)
    clock.advance(99)
    expect(batches).toEqual([])
    clock.advance(1)
    expect([batches, answers]).toEqual([
      [2],
      [
        [1, true],
        [2, true],
      ],
    ])
    for (const index of [3, 4, 5]) end(index)
    expect(batches).toEqual([2, 3])
  })

  it('writes fifty at once, and those that come meanwhile after them', () => {
    const { batches, answers, write, end } = start(1000)
    const written = new Subject<ReadonlySet<string>>()
    write(() => written).subscribe()
    for (let index = 0; index < 120; index++) end(index)
    expect(batches).toEqual([50])
    expect(answers).toEqual([])
  })

  it('says whose round it was no longer', () => {
    const { answers, write, end } = start(2)
    write(() => of(new Set(['2']))).subscribe()
    end(1)
    end(2)
    expect(answers).toEqual([
      [1, false],
      [2, true],
    ])
  })

  it('writes again what could not be written', () => {
    const { answers, write, end } = start(1)
    const errors: Array<unknown> = []
    write(() => throwError(() => 'away')).subscribe({ error: (error) => errors.push(error) })
    end(1)
    expect([errors, answers]).toEqual([['away'], []])
    write(allOf).subscribe()
    expect(answers).toEqual([[1, true]])
  })

  it('answers all once the worker has ended: nothing is its own', () => {
    const { answers, endings, end } = start(2)
    end(1)
    endings.close()
    end(2)
    expect(answers).toEqual([
      [1, false],
      [2, false],
    ])
  })
})
