/** The name of a schema or table as PostgreSQL quotes it. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
