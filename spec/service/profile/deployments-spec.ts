import { isRight } from 'fp-ts/lib/Either.js'
import { isSome } from 'fp-ts/lib/Option.js'
import { reveal } from '../../../lib/base/Redacted.js'
import { readEvent } from '../../../lib/server/webhooks/readEvent.js'
import { getBankForm } from '../../../lib/service/api/bankForm.js'
import { accessToken } from '../../../lib/service/model/AccessToken.js'
import { errorBody } from '../../../lib/service/model/ErrorBody.js'
import { bankForms } from '../../fixtures/bankForms.js'
import { errors } from '../../fixtures/errors.js'
import { tokens } from '../../fixtures/tokens.js'
import { webhooks } from '../../fixtures/webhooks.js'
import { serviceAt } from '../../helpers/service.js'

describe('what deployments answer beside resources', () => {
  it.each(Object.entries(tokens))('the token of %s is read', (_stage, token) => {
    const decoded = accessToken.decode(token)
    if (!isRight(decoded)) throw new Error('refused')
    expect(reveal(decoded.right.access_token)).toBe(token.access_token)
    expect(decoded.right.expires_at).toStrictEqual(new Date(token.expires_at))
    expect(decoded.right.user).toStrictEqual(token.user)
  })

  it.each(Object.entries(bankForms))('the address of the bank form of %s is read', (_stage, form) => {
    expect(getBankForm(serviceAt(), {}).codec.decode(form)).toStrictEqual({ _tag: 'Right', right: form.redirect_url })
  })

  it.each(Object.entries(errors))('the error of %s is read', (_stage, error) => {
    const body = errorBody(JSON.stringify(error))
    if (!isSome(body) || !isSome(body.value.type) || !isSome(body.value.message)) throw new Error('not read')
    expect(body.value.type.value).toBe('type' in error ? error.type : error.code)
    expect(reveal(body.value.message.value)).toBe(error.message)
  })

  it.each([
    ['AccountUpdated', webhooks.accountUpdated],
    ['ItemRefreshed', webhooks.itemRefreshed],
  ])('the webhook %s is read', (_tag, webhook) => {
    const { timestamp } = webhook
    expect(readEvent(JSON.stringify(webhook))).toStrictEqual({ ...webhook, _tag, timestamp: new Date(timestamp) })
  })
})
