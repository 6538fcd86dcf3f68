import { createHeap } from '../clock/heap.js'
import type { Lane } from './Engine.js'

/** A round that waits for its moment: `due` by the monotonic clock. */
export interface WaitingRound {
  readonly id: string
  readonly lane: Lane
  readonly due: number
}

/** The rounds that wait, one for each user. */
export interface RoundQueue {
  /** Puts in a round, in place of the one that its user has. */
  readonly put: (round: WaitingRound) => void
  readonly drop: (id: string) => void
  readonly of: (id: string) => WaitingRound | undefined
  /** The first one of a lane, which stays in the queue. */
  readonly first: (lane: Lane) => WaitingRound | undefined
  /** When each of them is due. */
  readonly moments: () => ReadonlyArray<number>
}

interface Place {
  readonly round: WaitingRound
  readonly turn: number
}

const earlier = (a: Place, b: Place): boolean =>
  a.round.due < b.round.due || (a.round.due === b.round.due && a.turn < b.turn)

/** Creates an empty queue. What was replaced stays in the heap until it would be the first. */
export const createRoundQueue = (): RoundQueue => {
  const heaps = { scheduled: createHeap(earlier), hurried: createHeap(earlier) }
  const waiting = new Map<string, WaitingRound>()
  let turn = 0

  return {
    put: (round) => {
      waiting.set(round.id, round)
      heaps[round.lane].push({ round, turn: turn++ })
    },
    drop: (id) => void waiting.delete(id),
    of: (id) => waiting.get(id),
    first: (lane) => {
      const heap = heaps[lane]
      for (let next = heap.peek(); next !== undefined; next = heap.peek()) {
        if (waiting.get(next.round.id) === next.round) return next.round
        heap.pop()
      }
      return undefined
    },
    moments: () => Array.from(waiting.values(), ({ due }) => due),
  }
}
