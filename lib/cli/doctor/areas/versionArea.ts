import { bestFit } from '../betterProfile.js'
import type { Known } from '../DiagnosisState.js'
import type { Area, Finding } from '../DoctorReport.js'
import { isTaken } from '../isAttempted.js'
import { area, failure, ok, skipped, warning } from './createArea.js'

const spoken = ({ service }: Known): string => `${service.versionHeader}: ${service.serviceVersion}`

const refused = (known: Known): Finding => {
  const [instead] = known.accepted
  if (instead !== undefined)
    return failure(
      `${spoken(known)} is not accepted; the header and version of ${instead.name} are`,
      `try --profile ${instead.name}`,
    )
  return known.operations.some(({ access, status }) => access === 'public' && status === 400)
    ? failure(
        `what is public is refused with 400: the service may not take ${spoken(known)}`,
        'check --service-version and --profile',
      )
    : skipped('cannot be told: nothing was answered with success')
}

/** A stage that ends in fewer days than this is a warning. */
const soon = 183

const accepted = (known: Known): Finding => {
  const message = `${spoken(known)} is accepted`
  const { end } = known
  if (end === null) return ok(message)
  const told = `${message}; the service ends it on ${end.on}`
  return end.days > soon ? ok(told) : warning(told, 'move to --profile bridge2025: see docs/guides/versions.md')
}

/** A finding for each other stage that accepts the credentials. */
const beside = ({ accepted: others }: Known): ReadonlyArray<Finding> =>
  others.map(({ name, serviceVersion = '', ends }) =>
    ok(`${serviceVersion} is accepted as well${ends === undefined ? '' : `, until ${ends}`}: --profile ${name}`),
  )

const fitting = ({ operations, service: { profile } }: Known): ReadonlyArray<Finding> => {
  const best = bestFit(operations, profile)
  if (best === undefined) return []
  const advice = `try --profile ${best.profile}`
  return [
    best.isNeeded
      ? failure(`the answers look like those of ${best.profile}, which reads more of them than ${profile}`, advice)
      : warning(`the answers fit ${best.profile} better than ${profile}`, advice),
  ]
}

/** Whether the service accepts the version header, and answers as that version does. */
export const versionArea = (known: Known): Area =>
  area(
    'version',
    known.operations.some(isTaken) ? [accepted(known), ...beside(known), ...fitting(known)] : [refused(known)],
  )
