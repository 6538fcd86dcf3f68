const transientStatuses = new Set([408, 425, 429])

/** Whether a status says that a later attempt may succeed, whoever answered with it. */
export const isTransientStatus = (status: number): boolean => transientStatuses.has(status) || status >= 500
