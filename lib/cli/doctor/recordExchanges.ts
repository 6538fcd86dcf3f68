import { clockSkewOf } from './clockSkew.js'
import type { DiagnosisState } from './DiagnosisState.js'
import type { RecordedExchange } from './recordingTransport.js'

const isLimit = (name: string): boolean => /^(x-)?rate-?limit|^retry-after$/.test(name)

const redirectOf = ({ headers }: RecordedExchange, origin: string): string | null => {
  const { location } = headers
  return location !== undefined && URL.canParse(location, origin) ? new URL(location, origin).origin : null
}

/** The content type of a successful answer, if it is not JSON. */
const otherType = ({ status, headers }: RecordedExchange): string | null => {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const isOther = status >= 200 && status < 300 && /^[a-z]+\/[a-z0-9.+-]{1,40}$/.test(type) && !type.includes('json')
  return isOther ? type : null
}

/** Adds what the status and headers of answers show to what is known. */
export const recordExchanges = (known: DiagnosisState, exchanges: ReadonlyArray<RecordedExchange>): DiagnosisState => ({
  ...known,
  skews: [...known.skews, ...exchanges.flatMap((exchange) => clockSkewOf(exchange) ?? [])],
  redirect: exchanges.reduce((found, each) => found ?? redirectOf(each, known.service.origin), known.redirect),
  contentType: exchanges.reduce((found, each) => found ?? otherType(each), known.contentType),
  limitHeaders: Array.from(
    new Set([...known.limitHeaders, ...exchanges.flatMap(({ headers }) => Object.keys(headers).filter(isLimit))]),
  ),
})
