/** A message for a failure to connect, and advice. */
export interface ConnectionFailure {
  readonly message: string
  readonly advice: string
}

const portAdvice = 'check the base URL and its port, and that the service is up'

const timedOut: ConnectionFailure = {
  message: 'it does not answer in time',
  advice: 'check the base URL, and whether a firewall blocks this machine',
}

const failuresByCode = new Map<string, ConnectionFailure>(
  Object.entries({
    ENOTFOUND: { message: 'there is no such host', advice: 'check the spelling of the base URL' },
    EAI_AGAIN: { message: 'the name server does not answer', advice: 'check the network of this machine' },
    ECONNREFUSED: { message: 'nothing listens there', advice: portAdvice },
    ECONNRESET: { message: 'it closes the connection at once', advice: portAdvice },
    ETIMEDOUT: timedOut,
    timeout: timedOut,
    EHOSTUNREACH: { message: 'the host is unreachable', advice: 'check the network of this machine' },
    ENETUNREACH: { message: 'its network is unreachable', advice: 'check the network of this machine' },
    CERT_HAS_EXPIRED: {
      message: 'its certificate has expired',
      advice: 'report it to the service, and check the clock of this machine',
    },
    CERT_NOT_YET_VALID: { message: 'its certificate is not valid yet', advice: 'check the clock of this machine' },
    ERR_TLS_CERT_ALTNAME_INVALID: {
      message: 'its certificate is for another host',
      advice: 'check the host in the base URL',
    },
  }),
)

const issuer: ConnectionFailure = {
  message: 'its certificate is not signed by an authority that this machine trusts',
  advice: 'if the authority is your own, name its certificate in NODE_EXTRA_CA_CERTS',
}

const notTls: ConnectionFailure = {
  message: 'it does not speak TLS',
  advice: 'check the port, and whether it uses http instead of https',
}

const findFailure = (code: string): ConnectionFailure | undefined => {
  if (/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|UNTRUSTED/.test(code)) return issuer
  if (/^(EPROTO|ERR_SSL_)/.test(code)) return notTls
  return failuresByCode.get(code)
}

/** Describes an error code of the platform, such as `ECONNREFUSED`. */
export const connectionFailure = (code: string): ConnectionFailure => {
  const { message, advice } = findFailure(code) ?? { message: 'the connection was lost', advice: portAdvice }
  return { message: /^[A-Z]/.test(code) ? `${message} (${code})` : message, advice }
}
