import { duration, plural } from '../../formatText.js'
import { connectionFailure } from '../connectionFailure.js'
import { type DiagnosisState, hasNoPaths, isAttempted, type Step } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { createArea, failure, ok, skipped, warning } from './createArea.js'

/** A certificate with fewer days left is reported: most are renewed a month before they expire. */
const warningDays = 14

const stepInWords = ({ name, duration: ms }: Step): string => `${name} ${duration(ms)}`

const certificates = (steps: ReadonlyArray<Step>): ReadonlyArray<Finding> =>
  steps.flatMap(({ certificateDays: days }) => {
    if (days === null) return []
    if (days >= warningDays) return [ok(`its certificate is valid for ${plural(days, 'day')}`)]
    return [warning(`its certificate expires in ${plural(days, 'day')}`, 'ask the service to renew its certificate')]
  })

const connectionFindings = (steps: ReadonlyArray<Step>): ReadonlyArray<Finding> => {
  const failed = steps.find(({ error }) => error !== null)
  if (failed !== undefined) {
    const { message, advice } = connectionFailure(failed.error ?? '')
    return [failure(`${failed.name}: ${message}`, advice)]
  }
  return steps.length === 0 ? [] : [ok(steps.map(stepInWords).join(', ')), ...certificates(steps)]
}

/** What to do if the service has none of the profile's paths: another profile whose paths are there, or another address. */
const missingPaths = ({ acceptedProfiles: [other], roots, service: { profile } }: DiagnosisState): Finding =>
  other === undefined
    ? failure(
        `it has none of the paths of ${profile}`,
        `check --profile and the base URL: a path before ${roots.join(' or ')} may be missing or superfluous`,
      )
    : failure(`it has none of the paths of ${profile}, but those of ${other.name}`, `use --profile ${other.name}`)

const answerFindings = (state: DiagnosisState): ReadonlyArray<Finding> => {
  const { operations, redirect, contentType, service } = state
  const { origin } = service
  const attempted = operations.filter(isAttempted)
  const [first] = attempted
  const areAll = (predicate: (report: OperationReport) => boolean): boolean =>
    attempted.length > 0 && attempted.every(predicate)
  if (first === undefined) return []
  if (areAll(({ outcome }) => outcome === 'unanswered')) {
    const { message, advice } = connectionFailure(first.reason ?? '')
    return [failure(message, advice)]
  }
  if (areAll(({ outcome }) => outcome === 'redirected')) {
    const isSecure = redirect?.startsWith('https:') === true && redirect !== origin
    return [
      failure(
        `it answers ${String(first.status)}, a redirect${redirect === null ? '' : ` to ${redirect}`}, and redirects are not followed`,
        isSecure ? `if ${redirect} is the service, give that as the base URL` : 'check the base URL',
      ),
    ]
  }
  if (hasNoPaths(state)) return [missingPaths(state)]
  if (areAll(({ outcome }) => outcome === 'failed'))
    return [failure(`every request failed: ${String(first.status)}`, 'try again later, or report it to the service')]
  const isNotJson = areAll(({ outcome, reason }) => outcome === 'undecoded' && reason === 'not-json')
  if (isNotJson)
    return [
      failure(
        `it answers ${contentType ?? 'something'} instead of JSON: a proxy or a login page may have answered`,
        'check the base URL; open it in a browser to see what answers',
      ),
    ]
  return [ok('it answers')]
}

const proxyFindings = ({ proxy, steps }: DiagnosisState): ReadonlyArray<Finding> => {
  if (proxy === null) return []
  const message = `${proxy} names a proxy, which is not used: requests go directly to the service`
  const isBroken = steps.some(({ error }) => error !== null)
  return [warning(message, isBroken ? 'allow this machine to reach the service without the proxy' : null)]
}

/** Whether the service can be reached, and whether it is the service that answers. */
export const reachabilityArea = (state: DiagnosisState): Area => {
  const findings = [...connectionFindings(state.steps), ...answerFindings(state), ...proxyFindings(state)]
  return createArea('reachability', findings.length === 0 ? [skipped('not tried')] : findings)
}
