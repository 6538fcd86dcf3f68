/** What a simulation is asked for. */
export interface Options {
  readonly seeds: ReadonlyArray<number>
  readonly users: number
  readonly days: number
  readonly faultRate: number
  readonly workers: number
  readonly isTap: boolean
  /** Whether a broken invariant is shrunk to the shortest trace. */
  readonly shrinks: boolean
  /** What is left out, to show one broken invariant again. */
  readonly shard?: number
  /** The numbers of the users who take part: all, unless they are named. */
  readonly participants?: ReadonlyArray<number>
  readonly from: number
  readonly only?: ReadonlyArray<string>
  /** Whether all that happens is printed. */
  readonly isTraced: boolean
}
