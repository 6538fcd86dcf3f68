import type { DiagnosisState } from '../DiagnosisState.js'
import type { Area } from '../DoctorReport.js'
import { createArea, ok, warning } from './createArea.js'

/** Which operations cannot be tried because settings are missing. */
export const settingsArea = ({ credentials }: DiagnosisState): Area => {
  if (!credentials.secret)
    return createArea('settings', [
      warning('no client secret is set: only public operations are tried', 'set RXBANK_CLIENT_SECRET'),
    ])
  return createArea('settings', [
    credentials.user === 'none'
      ? warning(
          'no user is set: operations of users are not tried',
          'set a user with --external-user-id or --user-uuid',
        )
      : ok('complete'),
  ])
}
