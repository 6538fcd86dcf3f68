import { shareAcrossCopies } from '../base/packageCopies.js'
import type { Http } from './Http.js'

const secrets = /* @__PURE__ */ shareAcrossCopies('sandboxSecrets', () => new WeakMap<Http, string>())

/**
 * Notes that a transport is a sandbox's in this program, and which secret that sandbox has made up or was given; returns
 * the transport. No entry point exports this, so that a program cannot note a transport of its own.
 */
export const noteSandbox = (http: Http, clientSecret: string): Http => {
  secrets.set(http, clientSecret)
  return http
}

/** Whether a value is the secret of the sandbox whose transport `http` is; a function around that is another transport. */
export const isSandboxSecret = (http: unknown, clientSecret: unknown): clientSecret is string =>
  typeof http === 'function' && typeof clientSecret === 'string' && secrets.get(http as Http) === clientSecret
