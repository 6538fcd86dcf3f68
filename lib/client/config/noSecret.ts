import { notAllowed } from '../../base/codec/guardCodec.js'

/** The codec of `clientSecret` in a browser. */
export const noSecret = /* @__PURE__ */ notAllowed(
  'no secret in a browser, where everyone can read it: keep it on your server, and use createGatewayClient',
)
