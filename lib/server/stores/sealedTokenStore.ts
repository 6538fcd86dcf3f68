import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { chain, isNone, none, type Option, some } from 'fp-ts/lib/Option.js'
import { defer, from, ignoreElements, map, take } from 'rxjs'
import { decode } from '../../base/codec/decode.js'
import { methodsCodec } from '../../base/codec/methodsCodec.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { reveal } from '../../base/Redacted.js'
import { type AccessToken, accessToken } from '../../service/model/AccessToken.js'
import type { TokenResponse, TokenStore } from '../../streams/tokens/TokenStore.js'
import type { ObservableTokenStore } from './ObservableTokenStore.js'
import { seal, unseal } from './seal.js'
import { sealingKeys } from './sealingKeys.js'

const bytesStore = methodsCodec<TokenStore<Uint8Array>>(
  'a token store, with take, save and forget',
  'take',
  'save',
  'forget',
)

const textOf = ({ access_token, expires_at, user }: AccessToken): string =>
  JSON.stringify({ access_token: reveal(access_token), expires_at, user })

const tokenOf = (text: string): Option<AccessToken> => {
  const json = parseJson(text)
  const decoded = isLeft(json) ? json : decode(accessToken, json.right)
  return isRight(decoded) ? some(decoded.right) : none
}

/**
 * Encrypts tokens with AES-256-GCM before a byte store saves them. The principal is the additional authenticated data.
 * Someone who can read or write the store, but has no key, can neither use a token nor move it to another user.
 *
 * `keys`: 32 bytes in base64 each. The first key encrypts, all of them decrypt. To change the key, append the new one in
 * every process, then put it first in every process, and remove the old one two hours later. A token that no key decrypts
 * is `Unreadable`: it stays until it expires; a client that receives it authenticates without the store and emits
 * `TokenStoreFailed`. Throws a `ConfigError`, which does not show the keys, if one is
 * invalid or there is none.
 *
 * @example
 * import { memoryTokenStore, sealedTokenStore } from 'rxbank/node'
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { randomBytes } from 'node:crypto'
 * import { firstValueFrom } from 'rxjs'
 *
 * const tokenStore = sealedTokenStore(memoryTokenStore<Uint8Array>(), [randomBytes(32).toString('base64')])
 * const { credentials, http, journal } = createSandbox({ profile: bridge2025 })
 * for (let process = 0; process < 3; process++) {
 *   const client = createClient({ profile: bridge2025, ...credentials, http, tokenStore })
 *   await firstValueFrom(client.user({ externalUserId: 'A6J' }).items.pages())
 * }
 * assert.deepStrictEqual(journal.counts().routes, { authenticate: 1, items: 3 })
 */
export const sealedTokenStore = (store: TokenStore<Uint8Array>, keys: ReadonlyArray<string>): ObservableTokenStore => {
  if (!bytesStore.is(store)) throw wrongOption('/store', bytesStore.name)
  const decodedKeys = sealingKeys(keys)

  return {
    take: (principal, ask) =>
      defer(() => from(store.take(principal, ask))).pipe(
        ignoreTeardownErrors,
        take(1),
        map((answer): TokenResponse => {
          if (answer._tag !== 'Kept') return answer
          const token = chain(tokenOf)(unseal(decodedKeys, principal, answer.token))
          return isNone(token) ? { _tag: 'Unreadable' } : { ...answer, token: token.value }
        }),
      ),
    save: (principal, lease, token, remainingMs) =>
      defer(() => store.save(principal, lease, seal(decodedKeys[0], principal, textOf(token)), remainingMs)).pipe(
        ignoreTeardownErrors,
        ignoreElements(),
      ),
    forget: (principal, lease) =>
      defer(() => store.forget(principal, lease)).pipe(ignoreTeardownErrors, ignoreElements()),
  }
}
