import { isNone, type Option } from 'fp-ts/lib/Option.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'

/** The query parameter for updates since a time; without it the service lists everything. */
export const sinceQuery = (
  { since: { parameter, format } }: ServiceInterface,
  moment: Option<Date>,
): Record<string, string> => (isNone(moment) ? {} : { [parameter]: format.encode(moment.value) })
