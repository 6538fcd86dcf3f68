import { count, plural } from '../../formatText.js'
import type { Known } from '../DiagnosisState.js'
import type { Area } from '../DoctorReport.js'
import { area, ok, skipped, warning } from './createArea.js'

/** A longer answer, in characters, has more than the fifty rows that were asked for. */
const long = 4_000_000

/** Whether the service limited the requests, and whether it heeded `limit`. */
export const limitsArea = ({ operations, limitHeaders, requests }: Known): Area => {
  if (requests === 0) return area('limits', [skipped('not tried')])
  const limited = operations.filter(({ outcome }) => outcome === 'limited')
  const huge = operations.filter(({ size }) => (size ?? 0) > long)
  return area('limits', [
    ok(`${plural(requests, 'request')}, one after the other`),
    ...limited.map(({ operation }) =>
      warning(`${operation}: 429, too many requests`, 'wait, and see what else uses this client id'),
    ),
    ...huge.map(({ operation }) => warning(`${operation}: an answer of more than ${count(long)} characters`)),
    ...(limitHeaders.length === 0 ? [] : [ok(`it tells of limits: ${limitHeaders.join(', ')}`)]),
  ])
}
