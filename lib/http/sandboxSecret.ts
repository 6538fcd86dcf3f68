import { shareAcrossCopies } from '../base/packageCopies.js'
import type { Http } from './Http.js'

const secrets = /* @__PURE__ */ shareAcrossCopies('sandboxSecrets', () => new WeakMap<Http, string>())

/**
 * Registers the transport of a sandbox in this program, with the sandbox's secret. Returns the transport. No entry
 * point exports this function, so a program cannot register another transport.
 */
export const registerSandbox = (http: Http, clientSecret: string): Http => {
  secrets.set(http, clientSecret)
  return http
}

/** Whether a value is the secret of the sandbox with the transport `http`. A wrapper of the transport has no secret. */
export const isSandboxSecret = (http: unknown, clientSecret: unknown): clientSecret is string =>
  typeof http === 'function' && typeof clientSecret === 'string' && secrets.get(http as Http) === clientSecret
