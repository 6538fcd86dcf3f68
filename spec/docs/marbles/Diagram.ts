/** Which colour something has: one of the hues that tell values apart, or that of what went wrong or was given up. */
export type Tone = 0 | 1 | 2 | 3 | 'failed' | 'aborted'

/** An emission of a stream, or an end of its subscription. */
export interface Mark {
  readonly at: number
  readonly kind: 'subscribe' | 'next' | 'error' | 'complete' | 'unsubscribe'
  /** Stands in the marble: a few letters. */
  readonly label?: string
  /** Stands above it. */
  readonly caption?: string
  /** A small cross says that something failed beside it. */
  readonly failed?: boolean
  readonly tone?: Tone
}

/** Something that lasts, such as a request in flight. */
export interface Bar {
  readonly from: number
  readonly to: number
  readonly label: string
  readonly tone: Tone
}

/** A line of a diagram, and what it is about. */
export interface Lane {
  readonly name: string
  readonly marks: ReadonlyArray<Mark>
  readonly bars: ReadonlyArray<Bar>
}

/**
 * What was recorded of a run. Times in milliseconds from its beginning.
 *
 * - `title`, `description`: for those who cannot see the picture.
 * - `span`: how long the run was; `step`: from one tick of the axis to the next, and `unit` what ticks count; default: seconds.
 * - `panels`: groups of lanes on one axis.
 */
export interface Diagram {
  readonly title: string
  readonly description: string
  readonly span: number
  readonly step: number
  readonly unit?: { readonly ms: number; readonly name: string }
  readonly panels: ReadonlyArray<ReadonlyArray<Lane>>
}
