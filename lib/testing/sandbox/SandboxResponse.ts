/** One response as the sandbox sends it. */
export interface SandboxResponse {
  readonly status: number
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The code and message of an error response, for API versions that have another format of error responses. */
  readonly errorDetails?: { readonly code: string; readonly message: string }
}

/** The headers of a response in JSON. */
export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** A response in JSON. */
export const json = (value: object, status = 200, headers: SandboxResponse['headers'] = {}): SandboxResponse => ({
  status,
  headers: { ...jsonHeaders, ...headers },
  body: JSON.stringify(value),
})

/** A response without a body. */
export const noBody = (status: number): SandboxResponse => ({ status, headers: {}, body: '' })

const documentationUrl = 'https://docs.sandbox.invalid/errors'

/**
 * An error response with the fields that deployments of the API use: type, message and link to its documentation.
 */
export const failure = (
  status: number,
  type: string,
  message: string,
  headers: SandboxResponse['headers'] = {},
): SandboxResponse => ({
  ...json({ type, message, documentation_url: documentationUrl }, status, headers),
  errorDetails: { code: type, message },
})

/** The response 400: the request is malformed. */
export const badRequest = (message: string): SandboxResponse => failure(400, 'bad_request', message)

/** The response 401: the request has no valid credentials. */
export const unauthorized = (message: string, code = 'unauthorized'): SandboxResponse => ({
  ...failure(401, 'unauthorized', message),
  errorDetails: { code, message },
})

/** The response 404: the resource does not exist. */
export const notFound = (message: string): SandboxResponse => failure(404, 'not_found', message)

/** The response 429: the limit is used up. It has no `Retry-After`, because no known deployment sends one. */
export const tooManyRequests = (limit: string): SandboxResponse =>
  failure(429, 'too_many_requests', `The ${limit} is exceeded`)
