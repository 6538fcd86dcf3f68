import { none, some } from 'fp-ts/lib/Option.js'
import { map as mapRecord } from 'fp-ts/lib/Record.js'
import type * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { redact } from '../../base/Redacted.js'
import type { BaseUrl } from '../../http/baseUrl.js'
import { callerHeaders } from '../../http/callerHeaders.js'
import {
  connectionFields,
  type ConnectionSettings,
  type DecodedFields,
  notWithGateway,
  withDefaults,
} from './connectionSettings.js'
import { gatewayUrl } from './gatewayUrl.js'

const gatewayAddress = (roots: ReadonlyArray<string>) =>
  guardCodec(
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
  extraFields: F,
  roots: ReadonlyArray<string>,
): [settings: ConnectionSettings, decoded: DecodedFields<typeof connectionFields & F>] => {
  const codec = options(
    'an object with gateway',
    { gateway: gatewayAddress(roots) },
    {
      ...connectionFields,
      ...extraFields,
      headers: callerHeaders('cookie'),
      baseUrl: notWithGateway,
      clientId: notWithGateway,
      clientSecret: notWithGateway,
    },
  )
  const decoded = decodeOptions<Address & DecodedFields<typeof connectionFields & F>>(codec, config)
  const address = {
    gateway: some(mapRecord(redact<string>)(decoded.headers ?? {})),
    // The headers may contain secrets, so the settings have them only in `gateway`, redacted.
    headers: undefined,
    baseUrl: gatewayUrl(decoded.gateway, roots) as BaseUrl,
    clientId: '',
    clientSecret: none,
  }
  return [withDefaults(address, decoded), decoded]
}
