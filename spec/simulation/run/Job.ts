/** A shard to run: a world of its own, the same from the same job each time. */
export interface Job {
  readonly seed: number
  readonly shard: number
  /** Users of the shard, and the numbers of those who take part: all, unless they are named. */
  readonly users: number
  readonly participants?: ReadonlyArray<number>
  /** The first day, and the moment at which all comes to rest, in days. */
  readonly from: number
  readonly until: number
  readonly faultRate: number
  /** The ids of the actions that are done: all, unless they are named. */
  readonly only?: ReadonlyArray<string>
  /** The only part of the life that is lived: all, unless it is named. */
  readonly part?: 'copies' | 'proofs' | undefined
}

/** An invariant that did not hold. */
export interface Broken {
  readonly invariant: string
  readonly what: string
  /** True time, in milliseconds since 1970, and the days since the beginning until then. */
  readonly time: number
  readonly days: number
}

/** What became of a job. */
export interface Outcome {
  readonly digest: string
  readonly counts: Readonly<Record<string, number>>
  readonly broken?: Broken
  /** The ids of the actions that were done. */
  readonly done: ReadonlyArray<string>
  /** What happened, line by line, where that was asked for. */
  readonly trace: ReadonlyArray<string>
}
