import { NONCE, secureHeaders } from 'hono/secure-headers'

/** Everything comes from here, and nothing is run that is not a file of the app; styles of components carry a nonce. */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", NONCE],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['angular'],
  },
  referrerPolicy: 'same-origin',
})
