/** A name that nobody can guess: 122 random bits, by the platform's generator for secrets. */
export const handleName = (): string => globalThis.crypto.randomUUID()
