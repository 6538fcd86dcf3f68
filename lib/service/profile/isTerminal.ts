import type { ServiceInterface } from './ServiceProfile.js'

/** Whether a refresh with this status has ended, or waits for the user. */
export const isTerminal = (
  { terminalStatuses }: Pick<ServiceInterface, 'terminalStatuses'>,
  { status }: { readonly status?: unknown },
): boolean => typeof status === 'string' && terminalStatuses.includes(status)
