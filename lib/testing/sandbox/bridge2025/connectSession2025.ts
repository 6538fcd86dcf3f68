import type { FormSession } from '../bankForms.js'
import { isRedirect } from '../openBankForm.js'
import { type Fields, withFields } from '../readFields.js'
import type { Call } from '../router.js'
import { json, notFound, type SandboxResponse } from '../SandboxResponse.js'
import { parameterError } from './errors2025.js'
import { callbackNotRegistered, invalidField, planOf } from './sessionFields2025.js'

const callbackParameters =
  ({ context }: Fields): NonNullable<FormSession['callbackParameters']> =>
  (step) => ({
    success: String(step === undefined),
    ...(step === undefined ? {} : { step }),
    source: 'connect',
    ...(typeof context === 'string' ? { context } : {}),
  })

/**
 * Opens a connect session, 201: for a new item, for a new item at a given provider, or for an item of the user. Bridge
 * documents that without `account_types` it covers only payment accounts, even if the item had all accounts before.
 */
export const openConnectSession = withFields(
  ({ state, request, bearer: user }: Call, fields: Fields): SandboxResponse => {
    if (user === undefined) return notFound('There is no such user')
    const { callback_url: redirectUrl, parent_url: parentUrl, item_id: itemId, user_email: email } = fields
    const item = user.items.find(({ id }) => id === itemId)
    const error = invalidField(fields)
    if (error !== undefined) return error
    if (itemId !== undefined && item === undefined) return notFound('There is no such item')
    if (itemId === undefined && email === undefined) return parameterError('user_email', 'is missing')
    if (!isRedirect(redirectUrl)) return callbackNotRegistered('connect_session')
    const session: FormSession = {
      user,
      item,
      redirectUrl,
      hasUserUuid: true,
      ...planOf(fields),
      ...(typeof parentUrl === 'string' ? { parentUrl } : {}),
      callbackParameters: callbackParameters(fields),
    }
    const url = state.forms.open(session, { origin: request.origin })
    return json({ id: url.slice(url.lastIndexOf('/') + 1), url }, 201)
  },
)
