import type { Call } from './Call.js'
import { isRedirect } from './openBankForm.js'
import { type Fields, withFields } from './readFields.js'
import { badRequest, json, notFound, type SandboxResponse } from './SandboxResponse.js'

const answerSession = (
  { state, bearer: user, request }: Call,
  { item_id: id, callback_url: callbackUrl }: Fields,
): SandboxResponse => {
  if (user === undefined) return notFound('There is no such user')
  const item = user.items.find((candidate) => candidate.id === id)
  if (id !== undefined && item === undefined) return notFound('There is no such item')
  if (!isRedirect(callbackUrl))
    return badRequest('callback_url must be absolute: https, http to this machine, or a scheme of an application')
  const url = state.forms.open(
    { user, item, redirectUrl: callbackUrl, hasUserUuid: true },
    { origin: request.origin, showsRedirect: true },
  )
  const session = new URL(url).pathname.split('/').at(-1)
  return json({ id: session, url }, 201)
}

/** Opens a session to connect a new item or, with `item_id`, to edit an item of the user. */
export const openConnectSession = withFields(answerSession, true)
