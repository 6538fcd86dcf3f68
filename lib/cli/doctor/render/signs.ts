import type { Span, Tone } from '../../line.js'
import type { Verdict } from '../Report.js'

const signs: Record<Verdict, string> = { ok: '✓', warning: '!', failure: '✗', skipped: '·' }

/** How a verdict looks. */
export const tones: Record<Verdict, Tone> = { ok: 'good', warning: 'notable', failure: 'bad', skipped: 'faint' }

/** A verdict in one column. */
export const sign = (verdict: Verdict): Span => [tones[verdict], signs[verdict]]
