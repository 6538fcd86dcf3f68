const transientStatuses = new Set([408, 425, 429])

/** Whether a status says that a later attempt may succeed, even if a proxy has sent it. */
export const isTransientStatus = (status: number): boolean => transientStatuses.has(status) || status >= 500
