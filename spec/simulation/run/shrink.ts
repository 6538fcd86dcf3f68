import type { Broken, Job, Outcome } from './Job.js'
import { runShard } from './runShard.js'

/** A broken invariant, with as little as shows it. */
export interface Shrunk {
  readonly job: Job
  readonly outcome: Outcome
  /** How many runs it took to find. */
  readonly runs: number
}

const halves = <A>(list: ReadonlyArray<A>, parts: number): ReadonlyArray<ReadonlyArray<A>> => {
  const size = Math.ceil(list.length / parts)
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size))
}

/** So many actions are named at most; beyond it is shown as it was found. */
const listed = 500

/** Days of users that are run at most; a run counts as one at least. */
const most = 1500

/**
 * Shrinks a job that breaks an invariant, from the actions that were done: to the last days, to fewer users, and then,
 * by delta debugging, to fewer actions, as long as the same invariant breaks.
 */
export const shrink = (
  found: Job,
  { invariant, days }: Broken,
  done: ReadonlyArray<string>,
  run: (job: Job, isTraced?: boolean) => Outcome = runShard,
): Shrunk => {
  let runs = 0
  let spent = 0
  const until = Math.min(found.until, Math.ceil(days * 100 + 1) / 100)
  let job: Job = { ...found, until, only: done }

  const breaks = (candidate: Job): Outcome | undefined => {
    const cost = Math.max(1, (candidate.until - candidate.from) * (candidate.participants?.length ?? candidate.users))
    if (spent + cost > most) return undefined
    spent += cost
    runs++
    const outcome = run(candidate)
    return outcome.broken?.invariant === invariant ? outcome : undefined
  }

  /** Takes a candidate that still breaks it, and what of it comes after the break away. */
  const accept = (candidate: Job): Outcome | undefined => {
    const outcome = breaks(candidate)
    if (outcome?.broken !== undefined)
      job = { ...candidate, until: Math.min(candidate.until, Math.ceil(outcome.broken.days * 100 + 1) / 100) }
    return outcome
  }

  const last = Math.floor(days)
  /** The days before it, as they were, or a shorter life from then on, with faults of its own. */
  const isLater = (back: number): boolean => {
    const from = last - back
    if (accept({ ...job, from }) !== undefined) return true
    const life = accept({ ...found, from, until: Math.min(found.until, last + 3 * back) })
    if (life !== undefined) job = { ...job, only: life.done }
    return life !== undefined
  }
  for (let back = 1; last - back > job.from; back *= 3) if (isLater(back)) break
  const everybody = job.participants ?? Array.from({ length: job.users }, (_, user) => user)
  const alone = everybody.length > 1 && everybody.find((user) => accept({ ...job, participants: [user] }) !== undefined)
  if (alone === undefined) shrinkList(everybody, (participants) => accept({ ...job, participants }) !== undefined)

  if (spent < most) shrinkList(run(job).done, (only) => accept({ ...job, only }) !== undefined)
  const outcome = run(job, true)
  if (outcome.done.length <= listed) return { job: { ...job, only: outcome.done }, outcome, runs }
  const whole = { ...found, until }
  return { job: whole, outcome: run(whole, true), runs }
}

/** Delta debugging: takes parts of a list away as long as what is left passes. */
export const shrinkList = <A>(
  list: ReadonlyArray<A>,
  passes: (left: ReadonlyArray<A>) => boolean,
): ReadonlyArray<A> => {
  let left = list
  if (left.length > 0 && passes([])) return []
  for (let parts = 2; left.length > 1;) {
    const sections = halves(left, Math.min(parts, left.length))
    const without = sections.map((section) => left.filter((item) => !section.includes(item))).find(passes)
    if (without !== undefined) {
      left = without
      parts = Math.max(parts - 1, 2)
    } else if (parts < left.length) parts *= 2
    else break
  }
  return left
}
