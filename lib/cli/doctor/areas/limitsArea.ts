import { count, plural } from '../../formatText.js'
import type { DiagnosisState } from '../DiagnosisState.js'
import type { Area } from '../DoctorReport.js'
import { createArea, ok, skipped, warning } from './createArea.js'

/** The maximum length of a response, in characters: a longer one has more than the fifty requested rows. */
const maxLength = 4_000_000

/** Whether the service limited the requests, and whether it respected `limit`. */
export const limitsArea = ({ operations, limitHeaders, requests }: DiagnosisState): Area => {
  if (requests === 0) return createArea('limits', [skipped('not tried')])
  const limited = operations.filter(({ outcome }) => outcome === 'limited')
  const huge = operations.filter(({ size }) => (size ?? 0) > maxLength)
  return createArea('limits', [
    ok(`${plural(requests, 'request')}, one after the other`),
    ...limited.map(({ operation }) =>
      warning(`${operation}: 429, too many requests`, 'wait, and check what else uses this client id'),
    ),
    ...huge.map(({ operation }) => warning(`${operation}: a response of more than ${count(maxLength)} characters`)),
    ...(limitHeaders.length === 0 ? [] : [ok(`it sends limit headers: ${limitHeaders.join(', ')}`)]),
  ])
}
