import { redirectUrl } from '../../service/api/readCallback.js'
import { type Fields, withFields } from './readFields.js'
import type { Call } from './router.js'
import { badRequest, json, notFound, type SandboxResponse } from './SandboxResponse.js'

/** Whether a value is missing, or a URL that a bank form may redirect to. */
export const isRedirect = (u: unknown): u is string | undefined => u === undefined || redirectUrl.is(u)

const answerFormUrl = ({ state, apiVersion, bearer: user, match, request }: Call, fields: Fields): SandboxResponse => {
  if (user === undefined) return notFound('There is no such user')
  // Clients without a redirect URL send an empty text.
  const { redirect_url: redirectParameter = '', item_id: id = null } = fields
  const redirection = redirectParameter === '' ? undefined : redirectParameter
  if (redirection !== undefined && !apiVersion.acceptsRedirectUrl) {
    return badRequest(`The bank form of API version ${apiVersion.name} does not accept redirect_url`)
  }
  if (!isRedirect(redirection)) {
    return badRequest('redirect_url must be absolute: https, http to this machine, or a scheme of an application')
  }
  const item = user.items.find((candidate) => String(candidate.id) === id)
  if ((match.name === 'bankFormEdit' || match.name === 'connectItemSync') && item === undefined) {
    return id === null ? badRequest('item_id is missing') : notFound('There is no such item')
  }
  const session = { user, item, redirectUrl: redirection, hasUserUuid: apiVersion.namesUserInCallback }
  return json({ redirect_url: state.forms.open(session, { origin: request.origin, showsRedirect: true }) })
}

/**
 * Opens a bank form: to connect a new item or, with `item_id`, to edit an item of the user. Also opens forms that confirm
 * accounts or ask for a code.
 */
export const openBankForm = withFields(answerFormUrl, true)
