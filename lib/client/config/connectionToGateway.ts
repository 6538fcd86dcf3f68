import { none, some } from 'fp-ts/lib/Option.js'
import { map as mapRecord } from 'fp-ts/lib/Record.js'
import type * as t from 'io-ts'
import { check } from '../../base/codec/check.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { redact } from '../../base/Redacted.js'
import type { BaseUrl } from '../../http/baseUrl.js'
import { ownHeaders } from '../../http/ownHeaders.js'
import { connectionFields, type ConnectionSettings, type Given, notBeside, withDefaults } from './connectionSettings.js'
import { gatewayUrl } from './gatewayUrl.js'

const gatewayAddress = (roots: ReadonlyArray<string>) =>
  check(
    `a path of the page's own origin, without ${roots.join(' or ')}, such as /api/bank; ` +
      'off a page, an https URL (http only to this machine)',
    (u): u is string => typeof u === 'string' && gatewayUrl(u, roots) !== undefined,
  )

interface Address {
  readonly gateway: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Decodes the configuration of a connection to a gateway, with the fields of every connection and further ones. Throws
 * one `ConfigError` that names all wrong fields.
 */
export const connectionToGateway = <F extends t.Props>(
  config: unknown,
  more: F,
  roots: ReadonlyArray<string>,
): [settings: ConnectionSettings, decoded: Given<typeof connectionFields & F>] => {
  const codec = options(
    'an object with gateway',
    { gateway: gatewayAddress(roots) },
    {
      ...connectionFields,
      ...more,
      headers: ownHeaders('cookie'),
      baseUrl: notBeside,
      clientId: notBeside,
      clientSecret: notBeside,
    },
  )
  const decoded = decodeOptions<Address & Given<typeof connectionFields & F>>(codec, config)
  const address = {
    gateway: some(mapRecord(redact<string>)(decoded.headers ?? {})),
    // They may be secrets, so the settings have them as `gateway` alone.
    headers: undefined,
    baseUrl: gatewayUrl(decoded.gateway, roots) as BaseUrl,
    clientId: '',
    clientSecret: none,
  }
  return [withDefaults(address, decoded), decoded]
}
