const passing = new Set([408, 425, 429])

/** Whether a status says that a later attempt may succeed, whoever answered with it. */
export const isPassingStatus = (status: number): boolean => passing.has(status) || status >= 500
