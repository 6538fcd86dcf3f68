/** The id of the provider for tests, "Demo Bank"; documented. */
export const demoBank = 574
