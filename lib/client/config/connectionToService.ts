import * as t from 'io-ts'
import { redactSecret, secretCodec } from '#credentials'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { notAllowed } from '../../base/codec/notAllowed.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { type BaseUrl, baseUrl } from '../../http/baseUrl.js'
import type { SecretFunction } from '../../http/changingSecret.js'
import type { KnownService } from './clientSettings.js'
import { connectionFields, type ConnectionSettings, type DecodedFields, withDefaults } from './connectionSettings.js'
import { headerText } from './headerText.js'
import { urlFault } from './urlFault.js'

/** The codec of the address of a service. */
const serviceUrl = ({ roots, url }: KnownService): t.Type<string> => {
  const expected =
    'an https URL (http only to this machine) without credentials, ' +
    `query, fragment or ${roots.join(' or ')}, which the paths add`
  const is = (u: unknown): u is string => typeof u === 'string' && baseUrl(u, roots) !== undefined
  return new t.Type(
    expected,
    is,
    (u, context) => {
      const value = u ?? url
      const detailed = guardCodec(expected + urlFault(value, roots), is)
      return detailed.validate(value, t.appendContext(context.slice(0, -1), context.at(-1)?.key ?? '', detailed, value))
    },
    t.identity,
  )
}

const noGateway = notAllowed('no value: createGatewayClient creates the client of a gateway')

interface Address {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret?: string | SecretFunction
}

/**
 * Decodes the configuration of a connection to a service, with the fields of every connection and further ones. Throws
 * one `ConfigError` that names all wrong fields.
 */
export const connectionToService = <F extends t.Props>(
  config: unknown,
  extraFields: F,
  knownService: KnownService,
): [settings: ConnectionSettings, decoded: DecodedFields<typeof connectionFields & F>] => {
  const codec = options(
    'an object with baseUrl and clientId',
    { baseUrl: serviceUrl(knownService), clientId: headerText },
    { ...connectionFields, ...extraFields, clientSecret: secretCodec(config), gateway: noGateway },
  )
  const decoded = decodeOptions<Address & DecodedFields<typeof connectionFields & F>>(codec, config)
  const address = {
    baseUrl: baseUrl(decoded.baseUrl, knownService.roots) as BaseUrl,
    clientId: decoded.clientId,
    clientSecret: redactSecret(decoded.clientSecret),
  }
  return [withDefaults(address, decoded), decoded]
}
