import type { Span, Tone } from '../../styledLine.js'
import type { Verdict } from '../DoctorReport.js'

const signs: Record<Verdict, string> = { ok: '✓', warning: '!', failure: '✗', skipped: '·' }

/** The tone of each verdict. */
export const tones: Record<Verdict, Tone> = { ok: 'good', warning: 'notable', failure: 'bad', skipped: 'faint' }

/** The sign of a verdict, one column wide. */
export const sign = (verdict: Verdict): Span => [tones[verdict], signs[verdict]]
