import { duration } from '../../formatText.js'
import { commonSkew } from '../clockSkew.js'
import type { DiagnosisState } from '../DiagnosisState.js'
import type { Area } from '../DoctorReport.js'
import { createArea, failure, ok, skipped, warning } from './createArea.js'

/**
 * Up to the first difference the clock is reported as good, up to the second with a warning. The client compensates
 * for any difference, but other programs do not. Milliseconds.
 */
const maxHarmlessMs = 30_000
const maxWarningMs = 60 * 60 * 1000

/** Compares this machine's clock with the service's. */
export const clockArea = ({ skews, operations }: DiagnosisState): Area => {
  const skew = commonSkew(skews)
  if (skew === undefined) {
    if (skews.length > 0)
      return createArea('clock', [
        warning('the responses contradict each other: a clock was changed, or the servers have different clocks', null),
      ])
    const hasResponse = operations.some(({ status }) => status !== null)
    return createArea('clock', [hasResponse ? warning('the service does not send its time') : skipped('not tried')])
  }
  const middle = (skew.min + skew.max) / 2
  if (skew.min <= 0 && skew.max >= 0) return createArea('clock', [ok('this machine and the service agree')])
  const range = (skew.max - skew.min) / 2
  const distance = Math.abs(middle)
  const message = `this machine is ${duration(distance)} ${middle > 0 ? 'behind' : 'ahead'}, ± ${duration(range)}`
  if (distance <= maxHarmlessMs) return createArea('clock', [ok(`${message}; harmless up to 30 s`)])
  const advice = 'set the clock of this machine with NTP'
  const finding = distance > maxWarningMs ? failure : warning
  return createArea('clock', [
    finding(`${message}; tokens are corrected for it, certificates and logs are not`, advice),
  ])
}
