import { none } from 'fp-ts/lib/Option.js'
import { map as mapRecord } from 'fp-ts/lib/Record.js'
import { guardCodec, notAllowed } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { pageOrigin } from '../../base/platform/pageEvents.js'
import { redact } from '../../base/Redacted.js'
import { type BaseUrl, baseUrl } from '../../http/baseUrl.js'
import { callerHeaders } from '../../http/callerHeaders.js'
import {
  clientFields,
  type ClientSettings,
  type DecodedClient,
  gatewayProfileName,
  requiredFields,
  serviceOf,
  withProfile,
} from './clientSettings.js'
import { connectionFields, gatewayAccess, withDefaults } from './connectionSettings.js'

/**
 * Parses a gateway's address: a path on the page's origin, or an absolute URL. In a browser page, returns `undefined`
 * for a URL of another origin.
 */
const gatewayUrl = (text: string, roots: ReadonlyArray<string>): BaseUrl | undefined => {
  const page = pageOrigin()
  const url = /^(https?:\/)?\//i.test(text) ? baseUrl(text, roots, page) : undefined
  return page === undefined || page === url?.origin ? url : undefined
}

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

/**
 * Decodes the configuration of a client of a gateway, and fills in the defaults. Throws one `ConfigError` that names
 * all wrong fields.
 */
export const gatewaySettings = (config: unknown): ClientSettings => {
  const { roots } = serviceOf(config)
  const codec = options(
    'an object with profile and gateway',
    { ...requiredFields, gateway: gatewayAddress(roots) },
    {
      ...connectionFields,
      ...clientFields,
      headers: callerHeaders('cookie'),
      baseUrl: keptByGateway,
      clientId: keptByGateway,
      clientSecret: keptByGateway,
      limits: limitedByGateway,
      permits: limitedByGateway,
      maxWaiting: limitedByGateway,
    },
  )
  // The headers may contain secrets, so they are not part of the settings and are redacted.
  const { gateway, headers = {}, ...decoded } = decodeOptions<Address & DecodedClient>(codec, config)
  const address = { baseUrl: gatewayUrl(gateway, roots) as BaseUrl, clientId: '', clientSecret: none }
  return withProfile(withDefaults(address, decoded), decoded, ({ profile }) =>
    gatewayAccess(mapRecord(redact<string>)(headers), gatewayProfileName(profile)),
  )
}
