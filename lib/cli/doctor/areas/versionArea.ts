import { bestFit } from '../bestFit.js'
import { isTaken } from '../isTried.js'
import type { Known } from '../Known.js'
import type { Area, Finding } from '../Report.js'
import { area, failure, ok, skipped, warning } from './area.js'

const spoken = ({ service }: Known): string => `${service.versionHeader}: ${service.serviceVersion}`

const refused = (known: Known): Finding => {
  const [instead] = known.accepted
  if (instead !== undefined)
    return failure(
      `${spoken(known)} is not accepted; the header and version of ${instead} are`,
      `try --profile ${instead}`,
    )
  return known.operations.some(({ access, status }) => access === 'public' && status === 400)
    ? failure(
        `what is public is refused with 400: the service may not take ${spoken(known)}`,
        'check --service-version and --profile',
      )
    : skipped('cannot be told: nothing was answered with success')
}

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

/** Whether the service takes the version, and speaks it. */
export const versionArea = (known: Known): Area =>
  area(
    'version',
    known.operations.some(isTaken) ? [ok(`${spoken(known)} is accepted`), ...fitting(known)] : [refused(known)],
  )
