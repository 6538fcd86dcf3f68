import { none } from 'fp-ts/lib/Option.js'
import { map as mapRecord } from 'fp-ts/lib/Record.js'
import type * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { notAllowed } from '../../base/codec/notAllowed.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { redact } from '../../base/Redacted.js'
import type { BaseUrl } from '../../http/baseUrl.js'
import { callerHeaders } from '../../http/callerHeaders.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import { connectionFields, type ConnectionSettings, type DecodedFields, withDefaults } from './connectionSettings.js'
import { gatewayUrl } from './gatewayUrl.js'

const gatewayAddress = (roots: ReadonlyArray<string>) =>
  guardCodec(
    `a path of the page's own origin, without ${roots.join(' or ')}, such as /api/bank; ` +
      'off a page, an https URL (http only to this machine)',
    (u): u is string => typeof u === 'string' && gatewayUrl(u, roots) !== undefined,
  )

const keptByGateway = notAllowed('no value: the gateway knows the service and keeps the credentials')

const limitedByGateway = notAllowed('no value: the gateway enforces the limits')

interface Address {
  readonly gateway: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The decoded configuration of a connection to a gateway, and the additional headers of every request to it. */
export interface GatewayConnection<F extends t.Props> {
  readonly settings: ConnectionSettings
  readonly decoded: DecodedFields<typeof connectionFields & F>
  readonly headers: HttpRequest['headers']
}

/**
 * Decodes the configuration of a connection to a gateway, with the fields of every connection and further ones. Throws
 * one `ConfigError` that names all wrong fields.
 */
export const connectionToGateway = <F extends t.Props>(
  config: unknown,
  extraFields: F,
  roots: ReadonlyArray<string>,
): GatewayConnection<F> => {
  const codec = options(
    'an object with gateway',
    { gateway: gatewayAddress(roots) },
    {
      ...connectionFields,
      ...extraFields,
      headers: callerHeaders('cookie'),
      baseUrl: keptByGateway,
      clientId: keptByGateway,
      clientSecret: keptByGateway,
      limits: limitedByGateway,
      permits: limitedByGateway,
      maxWaiting: limitedByGateway,
    },
  )
  // The headers may contain secrets, so they are no part of the settings, and redacted.
  const {
    gateway,
    headers = {},
    ...decoded
  } = decodeOptions<Address & DecodedFields<typeof connectionFields & F>>(codec, config)
  const address = { baseUrl: gatewayUrl(gateway, roots) as BaseUrl, clientId: '', clientSecret: none }
  const fields = decoded as DecodedFields<typeof connectionFields & F>
  return { settings: withDefaults(address, fields), decoded: fields, headers: mapRecord(redact<string>)(headers) }
}
