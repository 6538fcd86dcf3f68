import { duration } from '../../formatText.js'
import { skewOfAll } from '../clockSkew.js'
import type { Known } from '../DiagnosisState.js'
import type { Area } from '../DoctorReport.js'
import { area, failure, ok, skipped, warning } from './createArea.js'

/**
 * A difference that is worth a note, as the client corrects for it; and one that other programs on this machine suffer
 * from. Milliseconds.
 */
const notable = 30_000
const grave = 60 * 60 * 1000

/** How far this machine's clock is from the service's. */
export const clockArea = ({ skews, operations }: Known): Area => {
  const skew = skewOfAll(skews)
  if (skew === undefined) {
    if (skews.length > 0)
      return area('clock', [
        warning('the answers contradict each other: a clock was set meanwhile, or the service has several', null),
      ])
    const isAnswered = operations.some(({ status }) => status !== null)
    return area('clock', [isAnswered ? warning('the service does not tell its time') : skipped('not tried')])
  }
  const middle = (skew.least + skew.most) / 2
  if (skew.least <= 0 && skew.most >= 0) return area('clock', [ok('this machine and the service agree')])
  const range = (skew.most - skew.least) / 2
  const far = Math.abs(middle)
  const message = `this machine is ${duration(far)} ${middle > 0 ? 'behind' : 'ahead'}, give or take ${duration(range)}`
  if (far <= notable) return area('clock', [ok(`${message}; no harm up to 30 s`)])
  const advice = 'set the clock of this machine, by NTP'
  const finding = far > grave ? failure : warning
  return area('clock', [finding(`${message}; tokens are corrected for it, certificates and logs are not`, advice)])
}
