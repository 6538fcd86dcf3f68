import { clockSkewOf } from './clockSkew.js'
import type { DiagnosisState } from './DiagnosisState.js'
import { publicHeader } from './evidence/publicName.js'
import { mediaType } from './mediaType.js'
import type { RecordedExchange } from './recordingTransport.js'

const isLimit = (name: string): boolean => /^(x-)?rate-?limit|^retry-after$/.test(name)

/** The origin of a redirect. The name of another host is left out, because it could be anything. */
const redirectOf = ({ headers }: RecordedExchange, origin: string): string | null => {
  const { location } = headers
  if (location === undefined || !URL.canParse(location, origin)) return null
  const [from, to] = [new URL(origin), new URL(location, origin)]
  return from.hostname === to.hostname && (to.port === '' || to.port === from.port) ? to.origin : 'another host'
}

/** The content type of a successful answer, if it is not JSON. */
const otherType = ({ status, headers }: RecordedExchange): string | null => {
  if (status < 200 || status >= 300 || headers['content-type'] === undefined) return null
  const type = mediaType(headers['content-type'])
  return type.includes('json') ? null : type
}

/** Adds what the status and headers of answers show to the state. */
export const recordExchanges = (state: DiagnosisState, exchanges: ReadonlyArray<RecordedExchange>): DiagnosisState => ({
  ...state,
  skews: [...state.skews, ...exchanges.flatMap((exchange) => clockSkewOf(exchange) ?? [])],
  redirect: exchanges.reduce((current, each) => current ?? redirectOf(each, state.service.origin), state.redirect),
  contentType: exchanges.reduce((current, each) => current ?? otherType(each), state.contentType),
  limitHeaders: Array.from(
    new Set([
      ...state.limitHeaders,
      ...exchanges.flatMap(({ headers }) => Object.keys(headers).filter(isLimit).map(publicHeader)),
    ]),
  ),
})
