import { fromNullable } from 'fp-ts/lib/Option.js'
import { defer, NEVER, of, Subscription } from 'rxjs'
import type { Bookmark, CheckpointStore } from '../../../lib/index.js'
import { type Effect, type Mirror, mirroring } from '../../helpers/mirror.js'
import { mirroredBank } from '../../helpers/mirroredBank.js'

const minute = 66_000

/** Three payments are seen while they are pending; then two post, one is deleted, and three are made. */
const prepared = () => {
  const bank = mirroredBank()
  const kept = new Map<string, Bookmark>()
  const pending = [-10, -20, -30].map((amount) => bank.pend({ amount }))

  /**
   * One life of a process that watches, until it is told to end, or dies at the boundary numbered `crash`: there is one
   * before and after each of its effects.
   */
  const live = (mirror: Mirror, crash: number, meanwhile: () => void = () => undefined): number => {
    const life = new Subscription()
    let boundaries = 0
    const goesOn = (): boolean => {
      if (boundaries === crash) life.unsubscribe()
      else boundaries++
      return !life.closed
    }
    const effect: Effect = (run) =>
      defer(() => {
        if (!goesOn()) return NEVER
        const value = run()
        return goesOn() ? of(value) : NEVER
      })
    const store: CheckpointStore = {
      load: (key) => of(fromNullable(kept.get(key))),
      save: (key, bookmark) => effect(() => kept.set(key, bookmark)),
    }
    const process = mirroring(mirror, effect)
    life.add(bank.transactions.watchUpdated({ limit: 2, process, store, key: 'A6J' }).subscribe())
    meanwhile()
    bank.later(minute)
    life.unsubscribe()
    return boundaries
  }

  live(bank.mirror, Infinity)
  bank.mirror.seen.length = 0
  bank.later(minute)

  const links = pending.slice(0, 2).map((id) => ({ pending: id, posted: bank.sandbox.postTransaction(id) }))
  bank.sandbox.deleteTransaction(pending[2] ?? 0)
  const made = bank.sandbox.insertTransactions(bank.uuid, 3)
  return { ...bank, live, links, made }
}

const total = (() => {
  const { live, mirror } = prepared()
  return live(mirror, Infinity)
})()

describe('transaction scenario 03: a crash between', () => {
  it('has boundaries: a lookup and a write for each of the pages, and a checkpoint for each round', () => {
    // Eight rows on four pages, and a round that says nothing.
    expect(total).toBeGreaterThanOrEqual(2 * (4 * 2 + 1))
  })

  it.each(Array.from({ length: total }, (_, boundary) => boundary))(
    'at boundary %i: no row is lost or added twice, and each link is found once, if the window is kept with the rows',
    (boundary) => {
      const { live, mirror, links, made, truth, later } = prepared()
      expect(live(mirror, boundary)).toBe(boundary)
      live(mirror, Infinity)
      later()
      expect(mirror.rows).toEqual(truth())
      expect(mirror.links).toEqual(links)
      const added = mirror.seen.flatMap((seen) => seen.added)
      expect(added.slice().sort()).toEqual([...made, ...links.map(({ posted }) => posted)].sort())
      expect(mirror.seen.flatMap(({ removed }) => removed)).toEqual(
        expect.arrayContaining(links.map(({ pending }) => pending)),
      )
    },
  )

  it('at every boundary, one after the other', () => {
    const { live, mirror, links, truth } = prepared()
    for (let boundary = 0; boundary < total; boundary++) live(mirror, boundary)
    live(mirror, Infinity)
    expect(mirror.rows).toEqual(truth())
    expect(mirror.links).toEqual(links)
  })

  it('a batch that was not written is classified the same way again', () => {
    const { live, mirror } = prepared()
    const lookedUp = 2
    live(mirror, lookedUp)
    expect(mirror.seen).toEqual([])
    live(mirror, Infinity)
    const first = mirror.seen[0]
    const other = prepared()
    other.live(other.mirror, Infinity)
    expect(first).toEqual(other.mirror.seen[0])
  })

  it('without the window a link may be lost, and no row is', () => {
    const { live, mirror, truth } = prepared()
    const isLost = (boundary: number): boolean => {
      const scene = prepared()
      scene.live(scene.mirror, boundary)
      const bare: Mirror = { ...scene.mirror, window: { ...mirror.window, removed: [], added: [] } }
      scene.live(bare, Infinity)
      expect(bare.rows).toEqual(scene.truth())
      return bare.links.length < scene.links.length
    }
    expect(Array.from({ length: total }, (_, boundary) => isLost(boundary))).toContain(true)
    live(mirror, Infinity)
    expect(mirror.rows).toEqual(truth())
  })
})
