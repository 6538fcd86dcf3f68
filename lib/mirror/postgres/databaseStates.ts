/** The `SQLSTATE` with which a migration refuses a database whose encoding is not UTF8. */
export const encodingState = 'RXB02'

/** The `SQLSTATE` with which a migration refuses a schema with tables of another program. */
export const foreignTablesState = 'RXB03'
