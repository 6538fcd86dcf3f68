import type { Known } from '../DiagnosisState.js'
import type { Area, Finding, OperationReport } from '../DoctorReport.js'
import { isTaken } from '../isAttempted.js'
import { area, failure, ok, skipped, warning } from './createArea.js'

type Maybe = OperationReport | undefined

const isAccepted = (report: Maybe): boolean => report !== undefined && isTaken(report)
const isRefused = (report: Maybe): boolean => report?.outcome === 'refused'
/** Services refuse a user with 401 or 403, or answer that the user does not exist. */
const isUserRefused = (report: Maybe): boolean => isRefused(report) || report?.outcome === 'absent'

const wrongUser = ({ given }: Known): Finding =>
  given.user === 'password'
    ? failure('the user or the password is not accepted', 'check RXBANK_EMAIL and RXBANK_PASSWORD')
    : failure(
        'the application is known, but this user is not',
        'check the user: it must belong to this application, and may have to be created first',
      )

const forbidden = (list: Maybe): ReadonlyArray<Finding> =>
  isRefused(list) && list?.status === 403
    ? [warning('the application may not list users', 'ask the service for the right, if you need it')]
    : []

/**
 * A secret is right if a list of users or a token was given for it; a refusal of the other one then has another cause.
 */
const application = (known: Known): ReadonlyArray<Finding> => {
  const of = (name: string): Maybe => known.operations.find(({ operation }) => operation === name)
  const [list, token] = [of('users.list'), of('authenticate')]
  if (isAccepted(token)) return [ok('the client secret and the user are accepted'), ...forbidden(list)]
  if (token?.outcome === 'unspecified')
    return [
      failure(
        `this version does not know users by such a name: ${token.reason ?? ''}`,
        'check --service-version, or name the user by email and password',
      ),
    ]
  if (isAccepted(list))
    return [ok('the client secret is accepted'), ...(isUserRefused(token) ? [wrongUser(known)] : [])]
  if (isRefused(list) && list?.status === 401)
    return [failure('the client secret is not accepted', 'check the client secret: it may have been replaced')]
  if (isRefused(token))
    return [
      failure('no token is given: the client secret or the user is wrong', 'check the client secret and the user'),
    ]
  return forbidden(list)
}

const shut = ({ operations }: Known): ReadonlyArray<Finding> => {
  const refused = operations.filter((report) => report.access === 'user' && isRefused(report) && report.status === 401)
  const isAnyTaken = operations.some((report) => report.access === 'user' && isTaken(report))
  return refused.length > 0 && !isAnyTaken
    ? [failure('a token is given, but refused when it is used', 'tell the service')]
    : []
}

/** Whether the service accepts the credentials, as far as its answers show it. */
export const credentialsArea = (known: Known): Area => {
  const open = known.operations.filter(({ access }) => access === 'public')
  const isKnown = open.some(isTaken)
  const isStranger =
    !isKnown && open.some((report) => isRefused(report) && (report.status === 401 || report.status === 403))
  if (!isKnown && (known.accepted.length > 0 || open.some(({ status }) => status === 400)))
    return area('credentials', [skipped('cannot be told before the version is right')])
  if (isStranger)
    return area('credentials', [
      failure('the client id is not accepted', 'check the client id, and that it is for this service'),
    ])
  const findings = [...(isKnown ? [ok('the client id is accepted')] : []), ...application(known), ...shut(known)]
  return area('credentials', findings.length === 0 ? [skipped('not tried')] : findings)
}
