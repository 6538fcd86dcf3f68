import { isRight } from 'fp-ts/lib/Either.js'
import { isNone, isSome } from 'fp-ts/lib/Option.js'
import { decode } from '../../../lib/base/codec/decode.js'
import { reveal } from '../../../lib/base/Redacted.js'
import { connectSession, parseConnectCallback } from '../../../lib/bridge.js'
import { readEvent } from '../../../lib/server/webhooks/readEvent.js'
import { bridge2025 } from '../../../lib/service/bridge/bridge2025.js'
import { accessToken } from '../../../lib/service/model/AccessToken.js'
import { envelope, nextUri } from '../../../lib/service/model/Envelope.js'
import { errorBody } from '../../../lib/service/model/ErrorBody.js'
import {
  callbacks2025,
  ends2025,
  errors2025,
  session2025,
  token2025,
  webhooks2025,
} from '../../fixtures/bridge2025Messages.js'

describe('what the service says as of 2025-01-15, beside resources', () => {
  it('a token (documented) is read', () => {
    const decoded = decode(accessToken, token2025)
    if (!isRight(decoded)) throw new Error(JSON.stringify(decoded))
    expect(reveal(decoded.right.access_token)).toBe(token2025.access_token)
    expect(decoded.right).toMatchObject({ expires_at: new Date(token2025.expires_at), user: token2025.user })
  })

  it('a connect session (documented) is read', () => {
    expect(decode(connectSession({ itemId: 7 }).codec, session2025)).toEqual({ _tag: 'Right', right: session2025 })
  })

  it.each(errors2025)('%s: %s is read', (_source, _title, body, codes) => {
    const read = errorBody(JSON.stringify(body))
    if (isNone(read)) throw new Error('it is none')
    expect(read.value.codes.map(({ code }) => code)).toEqual(codes)
    expect([isSome(read.value.type) && read.value.type.value, isSome(read.value.message)]).toEqual([codes[0], true])
  })

  it.each(callbacks2025)('%s: the callback %s is read', (_source, query, right) => {
    const { user_uuid } = right as { readonly user_uuid: string }
    expect(parseConnectCallback(`https://app.example/connected?${query}`, user_uuid)).toEqual({ _tag: 'Right', right })
  })

  it.each(webhooks2025)('%s: the webhook %s, %s, is read', (_source, _tag, type, content) => {
    const read = readEvent(JSON.stringify({ type, content, timestamp: 1612782588323 }))
    expect(read).toMatchObject({ _tag, type, timestamp: new Date(1612782588323) })
    expect(JSON.parse(JSON.stringify(read?.content))).toEqual(content)
  })

  it.each(ends2025)('%s: %j is the end of a list', (_source, pagination) => {
    const decoded = decode(envelope(bridge2025.codecs.item), { resources: [], pagination })
    if (!isRight(decoded)) throw new Error(JSON.stringify(decoded))
    expect(isNone(nextUri(decoded.right))).toBe(true)
  })
})
