import type { Known } from '../DiagnosisState.js'
import type { Area } from '../DoctorReport.js'
import { area, ok, warning } from './createArea.js'

/** Which operations cannot be tried because settings are missing. */
export const settingsArea = ({ given }: Known): Area => {
  if (!given.secret)
    return area('settings', [
      warning(
        'no client secret is given: only what is public is tried',
        'give the client secret: set RXBANK_CLIENT_SECRET',
      ),
    ])
  return area('settings', [
    given.user === 'none'
      ? warning(
          'no user is named: nothing of a user is tried',
          'name a user of yours, with --external-user-id or --user-uuid',
        )
      : ok('all that is needed is given'),
  ])
}
