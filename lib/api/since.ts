import { isNone, type Option } from 'fp-ts/lib/Option.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'

/** The parameter that asks for what was updated since a moment; none asks for everything. */
export const since = (
  { since: { parameter, format } }: ServiceInterface,
  moment: Option<Date>,
): Record<string, string> => (isNone(moment) ? {} : { [parameter]: format.encode(moment.value) })
