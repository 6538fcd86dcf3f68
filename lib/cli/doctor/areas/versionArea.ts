import { type DiagnosisState, hasNoPaths, isUnderstood } from '../DiagnosisState.js'
import type { Area, Finding } from '../DoctorReport.js'
import { betterProfile } from '../otherProfiles.js'
import { createArea, failure, ok, skipped, warning } from './createArea.js'

const versionText = ({ service }: DiagnosisState): string => `${service.versionHeader}: ${service.serviceVersion}`

const refusedFinding = (state: DiagnosisState): Finding => {
  const [other] = hasNoPaths(state) ? [] : state.acceptedProfiles
  if (other !== undefined)
    return failure(
      `${versionText(state)} is not accepted; the header and version of ${other.name} are`,
      `try --profile ${other.name}`,
    )
  return state.operations.some(({ access, status }) => access === 'public' && status === 400)
    ? failure(
        `public requests are refused with 400: the service may not support ${versionText(state)}`,
        'check --service-version and --profile',
      )
    : skipped('unknown: no request succeeded')
}

/** An API version that ends in this number of days or fewer is a warning. */
const warningDays = 183

const acceptedFinding = (state: DiagnosisState): Finding => {
  const message = `${versionText(state)} is accepted`
  const { sunset } = state
  if (sunset === null) return ok(message)
  const endingMessage = `${message}; the service ends it on ${sunset.date}`
  return sunset.days > warningDays
    ? ok(endingMessage)
    : warning(endingMessage, 'move to --profile bridge2025: see docs/guides/versions.md')
}

/** A finding for each other API version that accepts the credentials. */
const otherVersions = ({ acceptedProfiles: others }: DiagnosisState): ReadonlyArray<Finding> =>
  others.map(({ name, serviceVersion = '', sunset }) =>
    ok(`${serviceVersion} is also accepted${sunset === undefined ? '' : `, until ${sunset}`}: --profile ${name}`),
  )

const fitFindings = ({ operations, service: { profile } }: DiagnosisState): ReadonlyArray<Finding> => {
  const best = betterProfile(operations, profile)
  if (best === undefined) return []
  const advice = `try --profile ${best.profile}`
  return [
    best.isNeeded
      ? failure(`the responses look like those of ${best.profile}, which reads more of them than ${profile}`, advice)
      : warning(`the responses fit ${best.profile} better than ${profile}`, advice),
  ]
}

/** Whether the service accepts the version header, and answers as that version does. */
export const versionArea = (state: DiagnosisState): Area =>
  createArea(
    'version',
    state.operations.some(isUnderstood)
      ? [acceptedFinding(state), ...otherVersions(state), ...fitFindings(state)]
      : [refusedFinding(state)],
  )
