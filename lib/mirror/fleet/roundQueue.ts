import { createHeap } from '../../base/clock/heap.js'
import type { Lane } from './Engine.js'

/** A round that no worker holds. `due`: when it is due, in milliseconds of the monotonic clock. */
export interface WaitingRound {
  readonly id: string
  readonly lane: Lane
  readonly due: number
}

/** The rounds that no worker holds, at most one for each user. */
export interface RoundQueue {
  /** Adds a round, and removes another one of the same user. */
  readonly put: (round: WaitingRound) => void
  readonly drop: (id: string) => void
  readonly find: (id: string) => WaitingRound | undefined
  /** The round of a lane that is due first. It stays in the queue. */
  readonly first: (lane: Lane) => WaitingRound | undefined
  /** When each round is due. */
  readonly dueTimes: () => ReadonlyArray<number>
}

interface HeapEntry {
  readonly round: WaitingRound
  readonly order: number
}

const isEarlier = (a: HeapEntry, b: HeapEntry): boolean =>
  a.round.due < b.round.due || (a.round.due === b.round.due && a.order < b.order)

/** Creates an empty queue. A round that was removed stays in the heap until it would be the first. */
export const createRoundQueue = (): RoundQueue => {
  const heaps = { scheduled: createHeap(isEarlier), immediate: createHeap(isEarlier) }
  const waiting = new Map<string, WaitingRound>()
  let order = 0

  return {
    put: (round) => {
      waiting.set(round.id, round)
      heaps[round.lane].push({ round, order: order++ })
    },
    drop: (id) => void waiting.delete(id),
    find: (id) => waiting.get(id),
    first: (lane) => {
      const heap = heaps[lane]
      for (let next = heap.peek(); next !== undefined; next = heap.peek()) {
        if (waiting.get(next.round.id) === next.round) return next.round
        heap.pop()
      }
      return undefined
    },
    dueTimes: () => Array.from(waiting.values(), ({ due }) => due),
  }
}
