/** The name and version under which spans and metrics are told. */
export const library = ['rxbank', '0.1.0'] as const
