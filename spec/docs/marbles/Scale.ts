/** Where moments lie: `x` of each, the `end` of the lines, and the `start` of what is written. */
export interface Scale {
  readonly x: (ms: number) => number
  readonly end: number
  readonly start: number
}
