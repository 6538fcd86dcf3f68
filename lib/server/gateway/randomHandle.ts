/** Creates a name that nobody can guess: 122 random bits from the platform's cryptographic generator. */
export const randomHandle = (): string => globalThis.crypto.randomUUID()
