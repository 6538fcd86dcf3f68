import type { Area, AreaName, Finding, Verdict } from '../DoctorReport.js'

const weight: Record<Verdict, number> = { skipped: 0, ok: 1, warning: 2, failure: 3 }

/** The worst of several verdicts; of none, `skipped`. */
export const worstVerdict = (verdicts: ReadonlyArray<Verdict>): Verdict =>
  verdicts.reduce<Verdict>((worst, verdict) => (weight[verdict] > weight[worst] ? verdict : worst), 'skipped')

/** Creates the area of one subject from its findings. */
export const createArea = (name: AreaName, findings: ReadonlyArray<Finding>): Area => ({
  name,
  verdict: worstVerdict(findings.map(({ verdict }) => verdict)),
  findings,
})

export const ok = (message: string): Finding => ({ verdict: 'ok', message, advice: null })
export const skipped = (message: string): Finding => ({ verdict: 'skipped', message, advice: null })
export const warning = (message: string, advice: string | null = null): Finding => ({
  verdict: 'warning',
  message,
  advice,
})
export const failure = (message: string, advice: string | null = null): Finding => ({
  verdict: 'failure',
  message,
  advice,
})
