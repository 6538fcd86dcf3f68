import { shareAcrossCopies } from '../base/packageCopies.js'
import type { Http } from './Http.js'

const secrets = /* @__PURE__ */ shareAcrossCopies('sandboxSecrets', () => new WeakMap<Http, string>())

/**
 * Marks a transport as the one of a sandbox in this program, together with the sandbox's secret. Returns the transport. No
 * entry point exports this, so that a program cannot mark another transport.
 */
export const noteSandbox = (http: Http, clientSecret: string): Http => {
  secrets.set(http, clientSecret)
  return http
}

/** Whether a value is the secret of the sandbox with the transport `http`. A function that wraps the transport is not it. */
export const isSandboxSecret = (http: unknown, clientSecret: unknown): clientSecret is string =>
  typeof http === 'function' && typeof clientSecret === 'string' && secrets.get(http as Http) === clientSecret
