/** The origin of the page, or of the worker's; `undefined` on Node. */
export const pageOrigin = (): string | undefined => (globalThis as { location?: Location }).location?.origin
