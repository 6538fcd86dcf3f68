import type { DiagnoseConfig } from './DiagnoseConfig.js'
import type { Known } from './Known.js'

const day = 24 * 60 * 60 * 1000

/** The day on which the stage ends, if it is the stage of the profile and the profile knows its end. */
const endOf = ({ profile, serviceVersion, clock }: DiagnoseConfig): Known['end'] => {
  const { ends: on } = profile
  if (on === undefined || serviceVersion !== profile.serviceVersion) return null
  return { on, days: Math.floor((Date.parse(on) - clock.wall()) / day) }
}

/** What the doctor knows before its first request. */
export const nothingKnown = (config: DiagnoseConfig): Known => {
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
    given: { secret: clientSecret !== undefined, user },
    settings,
    proxy,
    steps: [],
    skews: [],
    operations: [],
    end: endOf(config),
    accepted: [],
    redirect: null,
    contentType: null,
    limitHeaders: [],
    stopped: null,
    trying: null,
    requests: 0,
    duration: 0,
    complete: false,
  }
}
