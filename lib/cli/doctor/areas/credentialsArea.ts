import { type DiagnosisState, hasNoPaths, isUnderstood } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { createArea, failure, ok, skipped, warning } from './createArea.js'

type OptionalReport = OperationReport | undefined

const isAccepted = (report: OptionalReport): boolean => report !== undefined && isUnderstood(report)
const isRefused = (report: OptionalReport): boolean => report?.outcome === 'refused'
/** Services refuse a user with 401 or 403, or answer that the user does not exist. */
const isUserRefused = (report: OptionalReport): boolean => isRefused(report) || report?.outcome === 'absent'

const wrongUser = ({ credentials }: DiagnosisState): Finding =>
  credentials.user === 'password'
    ? failure('the user or the password is not accepted', 'check RXBANK_EMAIL and RXBANK_PASSWORD')
    : failure(
        'the application is known, but this user is not',
        'check the user: it must belong to this application, and may have to be created first',
      )

const forbiddenFindings = (list: OptionalReport): ReadonlyArray<Finding> =>
  isRefused(list) && list?.status === 403
    ? [warning('the application has no permission to list users', 'ask the service for it, if you need it')]
    : []

/**
 * The secret is valid if the service returned a list of users or a token for it. A refusal of the other request then
 * has another cause.
 */
const applicationFindings = (state: DiagnosisState): ReadonlyArray<Finding> => {
  const reportOf = (name: string): OptionalReport => state.operations.find(({ operation }) => operation === name)
  const [list, token] = [reportOf('users.list'), reportOf('authenticate')]
  if (isAccepted(token)) return [ok('the client secret and the user are accepted'), ...forbiddenFindings(list)]
  if (token?.outcome === 'unspecified')
    return [
      failure(
        `this version does not support this kind of user identity: ${token.reason ?? ''}`,
        'check --service-version, or name the user by email and password',
      ),
    ]
  if (isAccepted(list))
    return [ok('the client secret is accepted'), ...(isUserRefused(token) ? [wrongUser(state)] : [])]
  if (isRefused(list) && list?.status === 401)
    return [failure('the client secret is not accepted', 'check the client secret: it may have been replaced')]
  if (isUserRefused(token))
    return [
      failure(
        'the service gives no token: the client secret or the user is wrong',
        'check the client secret and the user',
      ),
    ]
  return forbiddenFindings(list)
}

const refusedTokens = ({ operations }: DiagnosisState): ReadonlyArray<Finding> => {
  const refused = operations.filter((report) => report.access === 'user' && isRefused(report) && report.status === 401)
  const isAnyAccepted = operations.some((report) => report.access === 'user' && isUnderstood(report))
  return refused.length > 0 && !isAnyAccepted
    ? [failure('the service gives a token, but refuses it', 'report it to the service')]
    : []
}

/** Whether the service accepts the credentials. */
export const credentialsArea = (state: DiagnosisState): Area => {
  const publicReports = state.operations.filter(({ access }) => access === 'public')
  const isKnown = publicReports.some(isUnderstood)
  const isRejected =
    !isKnown && publicReports.some((report) => isRefused(report) && (report.status === 401 || report.status === 403))
  if (hasNoPaths(state)) return createArea('credentials', [skipped('unknown until the profile is right')])
  if (!isKnown && (state.acceptedProfiles.length > 0 || publicReports.some(({ status }) => status === 400)))
    return createArea('credentials', [skipped('unknown until the version is right')])
  if (isRejected)
    return createArea('credentials', [
      failure('the client id is not accepted', 'check the client id, and that it is for this service'),
    ])
  const findings = [
    ...(isKnown ? [ok('the client id is accepted')] : []),
    ...applicationFindings(state),
    ...refusedTokens(state),
  ]
  return createArea('credentials', findings.length === 0 ? [skipped('not tried')] : findings)
}
