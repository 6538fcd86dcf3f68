import type { DiagnoseConfig } from './DiagnoseConfig.js'
import type { DiagnosisState } from './DiagnosisState.js'
import { emptyEvidence } from './evidence/Evidence.js'
import { isSameService } from './isSameService.js'

const day = 24 * 60 * 60 * 1000

/**
 * The day on which the API version in use ends, if its profile has it. A date between two API versions belongs to the
 * earlier one, because the service uses the newest API version that is not later.
 */
const endOf = ({ profile, profiles, serviceVersion, clock }: DiagnoseConfig): DiagnosisState['sunset'] => {
  const [newest] = [profile, ...profiles]
    .filter((other) => isSameService(other, profile) && (other.serviceVersion ?? '9') <= serviceVersion)
    .sort((a, b) => (b.serviceVersion ?? '').localeCompare(a.serviceVersion ?? ''))
  const date = newest?.ends
  if (date === undefined) return null
  return { date, days: Math.floor((Date.parse(date) - clock.wall()) / day) }
}

/** What the doctor knows before its first request. */
export const initialDiagnosis = (config: DiagnoseConfig): DiagnosisState => {
  const { baseUrl, clientSecret, identity, profile, serviceVersion, settings, proxy } = config
  const user = identity === undefined ? 'none' : 'password' in identity ? 'password' : 'name'
  return {
    service: {
      origin: new URL(baseUrl).origin,
      profile: profile.name,
      versionHeader: profile.versionHeader,
      serviceVersion,
    },
    roots: profile.roots,
    credentials: { secret: clientSecret !== undefined, user },
    settings,
    proxy,
    steps: [],
    skews: [],
    operations: [],
    sunset: endOf(config),
    acceptedProfiles: [],
    redirect: null,
    contentType: null,
    limitHeaders: [],
    evidence: emptyEvidence(profile),
    stopped: null,
    currentStep: null,
    requests: 0,
    duration: 0,
    complete: false,
  }
}
