import { duration, plural } from '../../formatText.js'
import { failureWords } from '../connectionFailure.js'
import type { Known, Step } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { isTried } from '../isAttempted.js'
import { area, failure, ok, skipped, warning } from './createArea.js'

/** A certificate with fewer days left is reported: most are renewed a month before they expire. */
const soon = 14

const stepInWords = ({ name, duration: ms }: Step): string => `${name} ${duration(ms)}`

const certificates = (steps: ReadonlyArray<Step>): ReadonlyArray<Finding> =>
  steps.flatMap(({ certificateDays: days }) => {
    if (days === null) return []
    if (days >= soon) return [ok(`its certificate is good for ${plural(days, 'day')}`)]
    return [warning(`its certificate ends in ${plural(days, 'day')}`, 'tell the service to renew its certificate')]
  })

const way = (steps: ReadonlyArray<Step>): ReadonlyArray<Finding> => {
  const failed = steps.find(({ error }) => error !== null)
  if (failed !== undefined) {
    const { message, advice } = failureWords(failed.error ?? '')
    return [failure(`${failed.name}: ${message}`, advice)]
  }
  return steps.length === 0 ? [] : [ok(steps.map(stepInWords).join(', ')), ...certificates(steps)]
}

const answers = ({ operations, redirect, contentType, roots, service: { origin } }: Known): ReadonlyArray<Finding> => {
  const tried = operations.filter(isTried)
  const [first] = tried
  const all = (is: (report: OperationReport) => boolean): boolean => tried.length > 0 && tried.every(is)
  if (first === undefined) return []
  if (all(({ outcome }) => outcome === 'unanswered')) {
    const { message, advice } = failureWords(first.reason ?? '')
    return [failure(message, advice)]
  }
  if (all(({ outcome }) => outcome === 'redirected')) {
    const secure = redirect?.startsWith('https:') === true && redirect !== origin
    return [
      failure(
        `it answers ${String(first.status)}, a redirect${redirect === null ? '' : ` to ${redirect}`}, and no redirect is followed`,
        secure ? `if ${redirect} is the service, give that as the base URL` : 'check the base URL',
      ),
    ]
  }
  if (all(({ outcome }) => outcome === 'absent'))
    return [
      failure(
        'it knows none of the paths',
        `check the base URL: a path before ${roots.join(' or ')} may be missing or too much`,
      ),
    ]
  if (all(({ outcome }) => outcome === 'failed'))
    return [failure(`it only fails: ${String(first.status)}`, 'try again later, or tell the service')]
  const isOther = all(({ outcome, reason }) => outcome === 'undecoded' && reason === 'not-json')
  if (isOther)
    return [
      failure(
        `it answers ${contentType ?? 'something'} instead of JSON: a proxy or a page to log in may stand before it`,
        'check the base URL; open it in a browser to see what answers there',
      ),
    ]
  return [ok('it answers')]
}

const proxied = ({ proxy, steps }: Known): ReadonlyArray<Finding> => {
  if (proxy === null) return []
  const message = `${proxy} names a proxy, which is not used: requests go straight to the service`
  const isBroken = steps.some(({ error }) => error !== null)
  return [warning(message, isBroken ? 'let this machine reach the service without the proxy' : null)]
}

/** Whether the service can be reached, and whether it is the service that answers. */
export const reachabilityArea = (known: Known): Area => {
  const findings = [...way(known.steps), ...answers(known), ...proxied(known)]
  return area('reachability', findings.length === 0 ? [skipped('not tried')] : findings)
}
