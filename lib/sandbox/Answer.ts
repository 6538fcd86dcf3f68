/** One answer as the sandbox sends it. */
export interface Answer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const contentType = { 'content-type': 'application/json; charset=utf-8' }

/** An answer in JSON. */
export const json = (value: object, status = 200, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { ...contentType, ...headers },
  body: JSON.stringify(value),
})

/** An answer without a body. */
export const noBody = (status: number): Answer => ({ status, headers: {}, body: '' })

const documentation = 'https://docs.sandbox.invalid/errors'

/** An error in the form of the interface's deployments: a word, a sentence, and where to read on. */
export const failure = (status: number, type: string, message: string, headers: Answer['headers'] = {}): Answer =>
  json({ type, message, documentation_url: documentation }, status, headers)

/** A request that is not well formed. */
export const badRequest = (message: string): Answer => failure(400, 'bad_request', message)

/** A request that does not prove who asks. */
export const unauthorized = (message: string): Answer => failure(401, 'unauthorized', message)

/** A request for what is not there. */
export const notFound = (message: string): Answer => failure(404, 'not_found', message)

/** One request more than a limit allows; no deployment was seen to say when to come again. */
export const tooMany = (limit: string): Answer =>
  failure(429, 'too_many_requests', `More requests than the limit of the ${limit}`)
