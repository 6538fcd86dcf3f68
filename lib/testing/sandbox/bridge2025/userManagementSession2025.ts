import { isRedirect } from '../openBankForm.js'
import { type Fields, withFields } from '../readFields.js'
import type { Call } from '../router.js'
import { json, notFound, type SandboxResponse } from '../SandboxResponse.js'
import { callbackNotRegistered, invalidField, planOf } from './sessionFields2025.js'

const openSession = ({ state, request, bearer: user }: Call, fields: Fields): SandboxResponse => {
  if (user === undefined) return notFound('There is no such user')
  const { callback_url: redirectUrl, context } = fields
  const error = invalidField(fields)
  if (error !== undefined) return error
  if (!isRedirect(redirectUrl)) return callbackNotRegistered('user_management_session')
  const session = {
    user,
    redirectUrl,
    ...planOf(fields),
    callbackParameters: typeof context === 'string' ? { context } : {},
  }
  const url = state.forms.manage(session, { origin: request.origin })
  return json({ id: url.slice(url.lastIndexOf('/') + 1), url }, 201)
}

/**
 * Opens a user management session, 201. Inferred: no field is required, the answer has the same form as that of a connect
 * session, and the callback has only the context.
 */
export const openUserManagementSession = withFields(openSession, true)
