import type { ServiceInterface } from './ServiceProfile.js'

/** Whether the status of a refresh is one with which it ends, or waits for the user. */
export const isTerminal = (
  { terminalStatuses }: Pick<ServiceInterface, 'terminalStatuses'>,
  { status }: { readonly status?: unknown },
): boolean => typeof status === 'string' && terminalStatuses.includes(status)
